import type { Logger } from '#kernel/logger.ts';
import { insure } from './insurance.ts';
import { takeFromPostgres } from './places-postgres.ts';
import { takeFromRedis } from './places-redis.ts';
import type { CounterStore, TakePlaces } from './types.ts';

export interface PlaceCounter {
  /**
   * Never rejects: while its store is away everything is granted, so that each process keeps its
   * rates alone, and the log says so once.
   */
  readonly take: TakePlaces;
}

/** Counts the places in sliding windows over all processes; `undefined` for a process that is alone. */
export function makePlaceCounter(store: CounterStore, logger: Logger, answerMsMax?: number): PlaceCounter | undefined {
  const take = takeFrom(store);
  const alone: (...given: Parameters<TakePlaces>) => Awaited<ReturnType<TakePlaces>> = (_windows, wanted) => ({
    granted: wanted,
    waitMs: 0,
  });
  return take && { take: insure(take, { what: 'shared rate counters', alone, logger, answerMsMax }) };
}

function takeFrom(store: CounterStore): TakePlaces | undefined {
  switch (store.kind) {
    case 'memory':
      return undefined;
    case 'redis':
      return takeFromRedis(store.client);
    case 'postgres':
      return takeFromPostgres(store.pool);
  }
}
