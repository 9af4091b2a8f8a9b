import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { VERSION, type Engine } from './engine.ts';
import type { Ends } from './ends.ts';
import { QUEUES, type Queue } from './queues.ts';

/**
 * Takes work off the queues. The SDK would poll each queue at an interval, which makes either an
 * idle service busy or a busy one slow: with 20 places and a second between polls it starts 20
 * workflows a second. Here a queue is asked when news of it comes (signals.ts) and when one of its
 * workflows has ended; one small statement for all queues at each interval finds what was missed.
 * Claiming and running stay the SDK's.
 */
export interface Dispatcher {
  start(): void;
  /** Looks at a queue at once. */
  poke(queue: string): void;
  stop(): Promise<void>;
}

export interface DispatchOptions {
  readonly engine: Engine;
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly ends: Ends;
  readonly pollingMs: number;
}

interface Lane {
  readonly queue: Queue;
  polling: Promise<void> | undefined;
  isAskedAgain: boolean;
}

export function makeDispatcher(options: DispatchOptions): Dispatcher {
  const lanes = new Map(QUEUES.map((queue): [string, Lane] => [queue.name, { queue, polling: undefined, isAskedAgain: false }]));
  // News may arrive inside a running workflow's own context, which a new one must not inherit.
  const outside = AsyncLocalStorage.snapshot();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;

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
    void listWaiting(options.postgres)
      .then((names) => names.forEach(poke))
      .catch((error: unknown) => options.logger.warn({ error: messageOf(error) }, 'looking for queued workflows failed'))
      .finally(() => {
        if (isRunning) timer = setTimeout(look, options.pollingMs);
      });
  };
  return {
    poke,
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

async function listWaiting(postgres: Postgres): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>(
    `select q.name from unnest($1::text[]) as q (name)
      where exists (select 1 from dbos.workflow_status w where w.queue_name = q.name and w.status = 'ENQUEUED') order by q.name`,
    [QUEUES.map((queue) => queue.name)],
    'workflows-waiting',
  );
  return rows.map((row) => row.name);
}

/** Claims what the queue's limits allow and begins it; each end frees a place. */
async function claimAndRun({ engine, logger, ends }: DispatchOptions, queue: Queue, poke: (name: string) => void): Promise<void> {
  const { executor } = engine;
  try {
    const ownerXid = randomUUID();
    const ids = await executor.systemDatabase.findAndMarkStartableWorkflows(
      toLimits(queue),
      executor.executorID,
      VERSION,
      undefined,
      0,
      0,
      ownerXid,
    );
    if (ids.length === 0) return;
    await executor.dispatchDequeuedWorkflows(ids, ownerXid);
    for (const id of ids) {
      const entry = executor.systemDatabase.runningWorkflowMap.get(id)?.at(-1);
      void (entry?.promise ?? Promise.resolve()).finally(() => {
        ends.tell(id);
        poke(queue.name);
      });
    }
  } catch (error) {
    if (isLostRace(error)) setTimeout(() => poke(queue.name), RACE_WAIT_MS + (process.pid % RACE_WAIT_MS));
    else logger.warn({ queue: queue.name, error: messageOf(error) }, 'taking work off a queue failed');
  }
}

/** Differs between processes, so that two do not meet again. */
const RACE_WAIT_MS = 20;

/** Two processes claimed at once: the loser looks again a moment later. */
function isLostRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40001' || code === '55P03';
}

type EngineQueue = Parameters<Engine['executor']['systemDatabase']['findAndMarkStartableWorkflows']>[0];

/** The claim reads only the name and the limits of the SDK's queue. */
function toLimits(queue: Queue): EngineQueue {
  const { name, concurrency, rateLimit } = queue;
  return {
    name,
    concurrency,
    rateLimit: rateLimit && { limitPerPeriod: rateLimit.limitPerPeriod, periodSec: rateLimit.periodSeconds },
  } as EngineQueue;
}
