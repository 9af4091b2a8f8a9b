import { DBOS } from '@dbos-inc/dbos-sdk';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import { makeDefineWorkflow } from '#workflows/define.ts';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';

/**
 * A process for `queue-dispatch`: a worker that takes workflows with two empty steps off a queue, by the
 * SDK's own dispatch or by ours (`SIDE`). It also enqueues on an order (`QueueOrder`), and reports how long each of its
 * workflows waited between enqueueing and the begin of its body. Both sides serve as many queues as the
 * service has, because an idle process pays for all of them.
 */
export interface QueueOrder {
  readonly kind: 'enqueue' | 'report';
  readonly count: number;
  /** Between two that are enqueued; 0: 20 callers enqueue as fast as they can. */
  readonly gapMs: number;
}

export interface QueueReport {
  readonly waitsMs: readonly number[];
  /** Of this process since its start. */
  readonly cpuMs: number;
}

const CALLERS = 20;
const PLACES = 20;
const POLLING_MS = 100;
const QUEUES = [GENERAL_TASKS, ...joinAreas(areas).queues];

const databaseUrl = process.env['DATABASE_URL'] ?? '';
let waitsMs: number[] = [];
const enqueueOne = await (process.env['SIDE'] === 'sdk' ? startSdk() : startOurs());
process.on('message', (order: QueueOrder) => void follow(order));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function follow({ kind, count, gapMs }: QueueOrder): Promise<void> {
  if (kind === 'report') {
    const { user, system } = process.cpuUsage();
    const report: QueueReport = { waitsMs, cpuMs: (user + system) / 1_000 };
    waitsMs = [];
    process.send?.(report);
    return;
  }
  if (gapMs > 0) {
    for (let at = 0; at < count; at += 1) {
      await enqueueOne(Date.now());
      await new Promise((resolve) => setTimeout(resolve, gapMs * (0.5 + Math.random())));
    }
    return;
  }
  let begun = 0;
  const caller = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await enqueueOne(Date.now());
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

function noteStart(sentAt: number): void {
  waitsMs.push(Date.now() - sentAt);
}

function noteEnd(): void {
  process.send?.({ ended: true });
}

async function startSdk(): Promise<(sentAt: number) => Promise<unknown>> {
  DBOS.setConfig({ name: 'bench', applicationVersion: '1', systemDatabaseUrl: databaseUrl, logLevel: 'error' });
  const empty = DBOS.registerWorkflow(
    async ({ sentAt }: { sentAt: number }) => {
      noteStart(sentAt);
      await DBOS.runStep(async () => undefined, { name: 'one' });
      await DBOS.runStep(async () => undefined, { name: 'two' });
      noteEnd();
    },
    { name: 'empty' },
  );
  await DBOS.launch();
  for (const { name } of QUEUES) {
    await DBOS.registerQueue(name, { globalConcurrency: PLACES, minPollingIntervalMs: POLLING_MS });
  }
  return async (sentAt) => await DBOS.startWorkflow(empty, { queueName: GENERAL_TASKS.name })({ sentAt });
}

async function startOurs(): Promise<(sentAt: number) => Promise<unknown>> {
  const logger = makeLogger('error');
  const postgres = await openPostgres({ databaseUrl, dataDir: '', logger });
  await migratePostgres(postgres, logger);
  const define = makeDefineWorkflow<object>();
  const list = QUEUES.map((queue) =>
    define({
      name: queue === GENERAL_TASKS ? 'empty' : `idle-${queue.name}`,
      summary: 'two empty steps',
      input: z.object({ sentAt: z.number() }),
      queue,
      run: async (ctx, { sentAt }) => {
        noteStart(sentAt);
        await ctx.step('one', async () => undefined);
        await ctx.step('two', async () => undefined);
        noteEnd();
      },
    }),
  );
  const { workflows, start } = makeWorkflowRuntime<object>({ postgres, logger, isWorker: true });
  await start({ context: {}, list, schedules: [] });
  return async (sentAt) => await workflows.start('empty', { sentAt });
}
