import { DBOS } from '@dbos-inc/dbos-sdk';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import { makeDefineWorkflow } from '#workflows/define.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

/**
 * A process for `workflow-overhead`: runs workflows with two empty steps, on the bare SDK or through
 * our runtime (`SIDE`), as many as a message says, and answers when all have ended. The SDK exists
 * once in a process, so each side has one.
 */
interface Order {
  readonly count: number;
  readonly callers: number;
  readonly way: Way;
}

/** `now`: begun in this process; `queue`: enqueued and taken off. */
export type Way = 'now' | 'queue';

/** Of the SDK's queue, and of the result of what went through it: as often as `queue-dispatch` has it. */
const POLLING_MS = 100;

type RunOne = (way: Way) => Promise<unknown>;

const databaseUrl = process.env['DATABASE_URL'] ?? '';
const runOne = await (process.env['SIDE'] === 'bare' ? startBare() : startOurs());
process.on('message', (order: Order) => void run(order));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function run({ count, callers, way }: Order): Promise<void> {
  let begun = 0;
  const caller = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await runOne(way);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  process.send?.('done');
}

/** As the SDK's manual begins. */
async function startBare(): Promise<RunOne> {
  DBOS.setConfig({ name: 'bare', systemDatabaseUrl: databaseUrl, logLevel: 'error' });
  const empty = DBOS.registerWorkflow(
    async (_input: object) => {
      await DBOS.runStep(async () => undefined, { name: 'one' });
      await DBOS.runStep(async () => undefined, { name: 'two' });
    },
    { name: 'empty' },
  );
  await DBOS.launch();
  const queueName = 'empty';
  await DBOS.registerQueue(queueName, { globalConcurrency: GENERAL_TASKS.concurrency, minPollingIntervalMs: POLLING_MS });
  return async (way) => {
    const handle = await DBOS.startWorkflow(empty, way === 'queue' ? { queueName } : {})({});
    await handle.getResult({ pollingIntervalMs: POLLING_MS });
  };
}

async function startOurs(): Promise<RunOne> {
  const logger = makeLogger('error');
  const postgres = await openPostgres({ databaseUrl, dataDir: '', logger });
  await migratePostgres(postgres, logger);
  const empty = makeDefineWorkflow<object>()({
    name: 'empty',
    summary: 'two empty steps',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) => {
      await ctx.step('one', async () => undefined);
      await ctx.step('two', async () => undefined);
    },
  });
  const { workflows, start } = makeWorkflowRuntime<object>({ postgres, logger, isWorker: true });
  await start({ context: {}, list: [empty], schedules: [] });
  return async (way) => {
    const id = await (way === 'now' ? workflows.startNow('empty', {}) : workflows.start('empty', {}));
    if ((await workflows.waitFor(id, 60_000)) === undefined) throw new Error(`${id} has not ended`);
  };
}
