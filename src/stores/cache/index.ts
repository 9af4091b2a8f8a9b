import type { Logger } from '#kernel/logger.ts';
import { cacheLookups } from '../measures.ts';
import type { Postgres } from '../postgres/types.ts';
import { makePostgresCache } from './postgres.ts';
import { makeRedisCache } from './redis.ts';
import type { Cache } from './types.ts';

export interface CacheOptions {
  readonly postgres: Postgres;
  /** Set: entries live in Redis (or Valkey), and in PostgreSQL only while it is away. */
  readonly redisUrl: string | undefined;
  readonly logger: Logger;
}

export type ClosableCache = Cache & { close(): Promise<void> };

/**
 * A cache shared by all processes, with a small memory of each process in front. Values are
 * anything that JSON can hold; they expire by real time. Another process may see a value that was
 * overwritten or deleted for up to ten seconds more.
 */
export function makeCache({ postgres, redisUrl, logger }: CacheOptions): ClosableCache {
  const inPostgres = makePostgresCache(postgres);
  const cache = redisUrl === undefined ? inPostgres : makeRedisCache(redisUrl, { fallback: inPostgres, logger });
  return {
    ...cache,
    get: async <Value>(key: string): Promise<Value | undefined> => {
      const value = await cache.get<Value>(key);
      cacheLookups.add(1, { result: value === undefined ? 'miss' : 'hit' });
      return value;
    },
  };
}
