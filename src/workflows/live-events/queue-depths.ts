import { messageOf } from '#kernel/errors.ts';
import type { Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { countWaiting } from '../dbos/read/queue-counts.ts';
import type { Queue } from '../queues/queues.ts';

/** The shortest time between two counts of the queues. */
const SPACING_MS = 1_000;
/** How often all depths are published, changed or not, for clients that connected meanwhile. */
const WHOLE_MS = 15_000;
/** After a signal for a queue, so that one count sees all that came with it. */
const PROMPT_MS = 20;

/** Publishes how full the queues are when that changes, while a client of this process listens. */
export interface QueueDepths {
  start(): void;
  /** A queue got work or gave it away: looks soon. */
  touch(): void;
  stop(): Promise<void>;
}

export interface QueueDepthsOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly live: Live;
  readonly queues: readonly Queue[];
}

export function makeQueueDepths({ postgres, logger, live: { here }, queues }: QueueDepthsOptions): QueueDepths {
  const names = queues.map(({ name }) => name);
  let published = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  const look = async (): Promise<void> => {
    if (!here.isWanted('queue')) return void (wholeAt = Number.NEGATIVE_INFINITY);
    if (lookedAt - wholeAt >= WHOLE_MS) {
      published = new Map();
      wholeAt = lookedAt;
    }
    try {
      for (const { queue, pending, processing } of await countWaiting(postgres, names)) {
        const depth = `${pending} ${processing}`;
        if (published.get(queue) !== depth) here.publish('queue', { queue, pending, processing });
        published.set(queue, depth);
      }
    } catch (error) {
      logger.debug({ error: messageOf(error) }, 'the queues could not be counted');
    }
  };
  const lookIn = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      lookedAt = performance.now();
      looking = look().finally(() => {
        looking = undefined;
        if (!isStopped) lookIn(SPACING_MS);
      });
    }, waitMs).unref();
  };
  return {
    start: () => lookIn(SPACING_MS),
    touch() {
      if (isStopped || looking || !here.isWanted('queue')) return;
      lookIn(Math.max(PROMPT_MS, lookedAt + SPACING_MS - performance.now()));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
