import { messageOf } from '#kernel/errors.ts';
import type { Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { countWaiting } from '../dbos/read/queue-counts.ts';
import type { Queue } from '../queues/queues.ts';

const LOOK_MS = 1_000;
/** How often all depths are published, changed or not, for clients that connected meanwhile. */
const WHOLE_MS = 15_000;

/** Publishes how full the queues are when that changes, while a client of this process listens. */
export interface QueueDepths {
  start(): void;
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
  let wholeAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    if (!here.isWanted('queue')) return void (wholeAt = Number.NEGATIVE_INFINITY);
    if (performance.now() - wholeAt >= WHOLE_MS) {
      published = new Map();
      wholeAt = performance.now();
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
  return {
    start() {
      timer = setInterval(() => {
        looking ??= look().finally(() => (looking = undefined));
      }, LOOK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
