/**
 * A process that works and serves no requests: `node live-worker-process.ts <database address>`. Runs the
 * workflow `abc`, which another process may start, once it has said `ready`.
 */
import { makeLiveHub } from '#http/live/index.ts';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { abc, type WorldContext } from '../workflows/workflows.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const logger = makeLogger('fatal');
const postgres = await openPostgres({ databaseUrl, dataDir: '', logger });
const live = makeLiveHub({ postgres, clock: makeClock(), logger, topics: ['workflow', 'step'] });
await live.start();
const runtime = makeWorkflowRuntime<WorldContext>({ postgres, logger, live, isWorker: true });
await runtime.start({ context: { postgres }, list: [abc], schedules: [] });
process.stdout.write('ready\n');
