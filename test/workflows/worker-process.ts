/**
 * A worker that runs until it is killed: `node worker-process.ts <database address> [freezes]`. Says
 * `ready` once it takes work. One that freezes says `armed` after a SIGUSR2, and stops in its next claim.
 */
import { writeSync } from 'node:fs';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { abc, family, type WorldContext } from './workflows.ts';

const [databaseUrl = '', freezes] = process.argv.slice(2);
const logger = makeLogger('fatal');
const opened = await openPostgres({ databaseUrl, dataDir: '', logger });
const postgres = freezes === undefined ? opened : makeFreezing(opened);
const runtime = makeWorkflowRuntime<WorldContext>({ postgres, logger, isWorker: true });
await runtime.start({ context: { postgres }, list: [abc, family], schedules: [] });
process.on('SIGTERM', () => void runtime.stop(8_000).then(() => process.exit(0)));
process.stdout.write('ready\n');

/** Stops the process, as a paused machine would be, when it has the lock of a claim. */
function makeFreezing(real: Postgres): Postgres {
  let isArmed = false;
  process.on('SIGUSR2', () => {
    isArmed = true;
    writeSync(process.stdout.fd, 'armed\n');
  });
  const freeze = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (text, values, name) => {
      const result = await tx.query(text, values, name);
      if (isArmed && name === 'claim-lock') {
        isArmed = false;
        writeSync(process.stdout.fd, 'frozen\n');
        process.kill(process.pid, 'SIGSTOP');
      }
      return result as never;
    },
  });
  return { ...real, transaction: (work) => real.transaction((tx) => work(freeze(tx))) };
}
