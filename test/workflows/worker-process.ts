/**
 * A worker that runs until it is killed: `node worker-process.ts <database address>`. Says `ready`
 * once it takes work.
 */
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { abc, family, type WorldContext } from './workflows.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const logger = makeLogger('fatal');
const postgres = await openPostgres({ databaseUrl, dataDir: '', logger });
const runtime = makeWorkflowRuntime<WorldContext>({ postgres, logger, isWorker: true });
await runtime.start({ context: { postgres }, list: [abc, family], schedules: [] });
process.stdout.write('ready\n');
process.on('SIGTERM', () => void runtime.stop(8_000).then(() => process.exit(0)));
