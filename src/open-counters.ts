import type { Config } from '#config';
import type { Logger } from '#kernel/logger.ts';
import { openCounterStore, type CounterStore } from '#stores/counters/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Closer } from './closers.ts';

/** Counters are shared through Redis or PostgreSQL when other processes may use the same database. */
export async function openCounters(
  { redisUrl, databaseUrl }: Config,
  { postgres, logger, closers }: { postgres: Postgres; logger: Logger; closers: Closer[] },
): Promise<CounterStore> {
  const counters = await openCounterStore({ redisUrl, isShared: databaseUrl !== undefined, postgres, logger });
  closers.push(() => counters.close());
  return counters;
}
