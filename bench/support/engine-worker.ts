import { DBOS } from '@dbos-inc/dbos-sdk';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import { makeDefineWorkflow } from '#workflows/define.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { WAITS_MS } from './engine-waits.ts';

/**
 * A process for `step-retries` and `takeover`: a worker that takes workflows of a few kinds off one queue, by
 * the SDK's means or by ours (`SIDE`). It says of each when it begins and when it has ended.
 */
export type Kind = 'plain' | 'failing' | 'hanging' | 'newer';

export type EngineOrder =
  | { readonly kind: Kind; readonly count: number }
  /** The SDK's way to take over what a process ran whose id the caller knows. */
  | { readonly kind: 'recover'; readonly executorId: string };

export interface EngineEvent {
  readonly event: 'ready' | 'began' | 'ended';
  readonly kind?: Kind;
}

const POLLING_MS = 100;
/** Far longer than a bench. */
const HANG_MS = 600_000;

const { SIDE, DATABASE_URL: databaseUrl = '', EXECUTOR = 'bench', HANGS, KNOWS_NEWER } = process.env;
const KINDS: readonly Kind[] = KNOWS_NEWER === undefined ? ['plain', 'failing', 'hanging'] : ['plain', 'failing', 'hanging', 'newer'];
const tries = new Map<string, number>();

const enqueueOne = await (SIDE === 'sdk' ? startSdk() : startOurs());
process.on('message', (order: EngineOrder) => void follow(order));
process.on('disconnect', () => process.exit(0));
tell({ event: 'ready' });

async function follow(order: EngineOrder): Promise<void> {
  if (order.kind === 'recover') await DBOSExecutor.globalInstance?.recoverPendingWorkflows([order.executorId]);
  else for (let at = 0; at < order.count; at += 1) await enqueueOne(order.kind);
}

function tell(event: EngineEvent): void {
  process.send?.(event);
}

/** The one step of each workflow. */
async function work(kind: Kind, id: string): Promise<void> {
  const tried = (tries.get(id) ?? 0) + 1;
  tries.set(id, tried);
  if (tried === 1) tell({ event: 'began', kind });
  if (HANGS !== undefined && (kind === 'hanging' || kind === 'newer')) await new Promise((resolve) => setTimeout(resolve, HANG_MS));
  if (kind === 'failing' && tried <= WAITS_MS.length) throw new Error('away');
}

async function startSdk(): Promise<(kind: Kind) => Promise<unknown>> {
  DBOS.setConfig({ name: 'bench', applicationVersion: '1', executorID: EXECUTOR, systemDatabaseUrl: databaseUrl, logLevel: 'error' });
  const retries = { retriesAllowed: true, maxAttempts: WAITS_MS.length + 1, intervalSeconds: (WAITS_MS[0] ?? 0) / 1_000, backoffRate: 2 };
  const bodies = new Map(
    KINDS.map((kind) => {
      const body = async (): Promise<void> => {
        await DBOS.runStep(() => work(kind, DBOS.workflowID ?? ''), { name: 'work', ...retries });
        tell({ event: 'ended', kind });
      };
      return [kind, DBOS.registerWorkflow(body, { name: kind })];
    }),
  );
  await DBOS.launch();
  const { name, concurrency } = GENERAL_TASKS;
  await DBOS.registerQueue(name, { globalConcurrency: concurrency, minPollingIntervalMs: POLLING_MS });
  return async (kind) => await DBOS.startWorkflow(bodies.get(kind) ?? raise(kind), { queueName: name })();
}

async function startOurs(): Promise<(kind: Kind) => Promise<unknown>> {
  const logger = makeLogger('fatal');
  const postgres = await openPostgres({ databaseUrl, dataDir: '', logger });
  await migratePostgres(postgres, logger);
  const define = makeDefineWorkflow<object>();
  const list = KINDS.map((kind) =>
    define({
      name: kind,
      summary: 'one step',
      input: z.object({}),
      queue: GENERAL_TASKS,
      run: async (ctx) => {
        await ctx.step('work', () => work(kind, ctx.workflowId));
        tell({ event: 'ended', kind });
      },
    }),
  );
  const { workflows, start } = makeWorkflowRuntime<object>({ postgres, logger, isWorker: true, retryWaitsMs: WAITS_MS });
  await start({ context: {}, list, schedules: [] });
  return async (kind) => await workflows.start(kind, {});
}

function raise(kind: Kind): never {
  throw new Error(`workflow ${kind} is not known to this process`);
}
