import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { claimWorkflows } from './claim-store.ts';
import type { Engine } from './engine.ts';
import type { Ends } from './ends.ts';
import { listConsumed, type Queue } from './queues.ts';
import type { Registry } from './registry.ts';

/**
 * Takes work off the queues. The SDK would poll each queue at an interval, which makes either an
 * idle service busy or a busy one slow: with 20 places and a second between polls it starts 20
 * workflows a second. Here a queue is asked when news of it comes (signals.ts) and when one of its
 * workflows has ended; one small statement for all queues at each interval finds what was missed.
 * Claiming is claim-store.ts; running stays the SDK's.
 */
export interface Dispatcher {
  start(): void;
  /** Looks at a queue at once. */
  poke(queue: string): void;
  /** Looks at all queues after a time, if they are not looked at earlier. */
  lookIn(delayMs: number): void;
  stop(): Promise<void>;
}

export interface DispatchOptions {
  readonly engine: Engine;
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly ends: Ends;
  readonly registry: Registry;
  readonly pollingMs: number;
}

/** A claim that took longer is not followed by an execution. */
const CLAIM_MS_MAX = 30_000;

interface Lane {
  readonly queue: Queue;
  polling: Promise<void> | undefined;
  isAskedAgain: boolean;
}

export function makeDispatcher(options: DispatchOptions): Dispatcher {
  const queues = listConsumed(options.registry.list());
  const lanes = new Map(queues.map((queue): [string, Lane] => [queue.name, { queue, polling: undefined, isAskedAgain: false }]));
  // News may arrive inside a running workflow's own context, which a new one must not inherit.
  const outside = AsyncLocalStorage.snapshot();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let looksAt = Number.POSITIVE_INFINITY;

  const poke = (name: string): void => {
    const lane = lanes.get(name);
    if (!lane || !isRunning) return;
    lane.isAskedAgain = true;
    lane.polling ??= outside(() => drain(lane)).finally(() => {
      lane.polling = undefined;
    });
  };
  const drain = async (lane: Lane): Promise<void> => {
    while (lane.isAskedAgain && isRunning) {
      lane.isAskedAgain = false;
      await claimAndRun(options, lane.queue, poke);
    }
  };
  const look = (): void => {
    looksAt = Number.POSITIVE_INFINITY;
    void releaseDue(options.postgres)
      .then(() => listWaiting(options.postgres, [...lanes.keys()], namesOf(options)))
      .then((names) => names.forEach(poke))
      .catch((error: unknown) => options.logger.warn({ error: messageOf(error) }, 'looking for queued workflows failed'))
      .finally(() => lookIn(options.pollingMs));
  };
  const lookIn = (delayMs: number): void => {
    const at = performance.now() + delayMs;
    if (!isRunning || at >= looksAt) return;
    looksAt = at;
    clearTimeout(timer);
    timer = setTimeout(look, delayMs);
  };
  return {
    poke,
    lookIn,
    start() {
      isRunning = true;
      look();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      for (const lane of lanes.values()) await lane.polling;
    },
  };
}

/** Puts what was delayed, or waits for the next try of a step, back in line when its time has come. */
async function releaseDue(postgres: Postgres): Promise<void> {
  await postgres.query(
    `update dbos.workflow_status set status = 'ENQUEUED', updated_at = (extract(epoch from now()) * 1000)::bigint
      where status = 'DELAYED' and delay_until_epoch_ms <= (extract(epoch from now()) * 1000)::bigint`,
    [],
    'workflows-due',
  );
}

function namesOf({ registry }: DispatchOptions): string[] {
  return registry.list().map((workflow) => workflow.name);
}

async function listWaiting(postgres: Postgres, queues: readonly string[], names: readonly string[]): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>(
    `select q.name from unnest($1::text[]) as q (name)
      where exists (select 1 from dbos.workflow_status w where w.queue_name = q.name and w.status = 'ENQUEUED' and w.name = any($2))
      order by q.name`,
    [queues, names],
    'workflows-waiting',
  );
  return rows.map((row) => row.name);
}

/** Claims what the queue's limits allow and begins it; each end frees a place. */
async function claimAndRun(options: DispatchOptions, queue: Queue, poke: (name: string) => void): Promise<void> {
  const { engine, postgres, logger, ends } = options;
  const { executor } = engine;
  try {
    const [ownerXid, startedAt] = [randomUUID(), performance.now()];
    const ids = await claimWorkflows(postgres, { queue, names: namesOf(options), executorId: executor.executorID, ownerXid });
    // Of a process that was frozen in between others may have taken them over; if not, they go back to the queue (liveness.ts).
    if (ids.length === 0 || performance.now() - startedAt > CLAIM_MS_MAX) return;
    await executor.dispatchDequeuedWorkflows(ids, ownerXid);
    for (const id of ids) {
      const entry = executor.systemDatabase.runningWorkflowMap.get(id)?.at(-1);
      void (entry?.promise ?? Promise.resolve()).finally(() => {
        ends.tell(id);
        poke(queue.name);
      });
    }
  } catch (error) {
    logger.warn({ queue: queue.name, error: messageOf(error) }, 'taking work off a queue failed');
  }
}
