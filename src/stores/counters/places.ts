import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { takeFromPostgres } from './places-postgres.ts';
import { takeFromRedis } from './places-redis.ts';
import type { CounterStore, TakePlaces } from './types.ts';

/** Longer than any answer of a store that is well, a busy pool included. */
const ANSWER_MS_MAX = 3_000;
/** A store that did not answer is left alone for so long. */
const REST_MS = 5_000;

export interface PlaceCounter {
  /**
   * Never rejects: while its store is away everything is granted, so that each process keeps its
   * rates alone, and the log says so once.
   */
  readonly take: TakePlaces;
}

/** Counts the places in sliding windows over all processes; `undefined` for a process that is alone. */
export function makePlaceCounter(store: CounterStore, logger: Logger, answerMsMax = ANSWER_MS_MAX): PlaceCounter | undefined {
  switch (store.kind) {
    case 'memory':
      return undefined;
    case 'redis':
      return { take: insure(takeFromRedis(store.client), logger, answerMsMax) };
    case 'postgres':
      return { take: insure(takeFromPostgres(store.pool), logger, answerMsMax) };
  }
}

function insure(take: TakePlaces, logger: Logger, answerMsMax: number): TakePlaces {
  let isAway = false;
  let asksAgainAt = 0;
  return async (windows, wanted) => {
    if (performance.now() < asksAgainAt) return { granted: wanted, waitMs: 0 };
    try {
      const taken = await withinTime(take(windows, wanted), answerMsMax);
      if (isAway) logger.info('shared rate counters answer again');
      isAway = false;
      return taken;
    } catch (error) {
      if (!isAway) logger.warn({ error: messageOf(error) }, 'shared rate counters do not answer: each process keeps the rates alone');
      isAway = true;
      asksAgainAt = performance.now() + REST_MS;
      return { granted: wanted, waitMs: 0 };
    }
  };
}

async function withinTime<Result>(answer: Promise<Result>, answerMsMax: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${answerMsMax} ms`)), answerMsMax);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
