import type { Redis } from 'ioredis';
import type { Logger } from '#kernel/logger.ts';
import { insure } from '../counters/insurance.ts';
import { connectRedis } from '../redis.ts';
import type { ClosableCache } from './index.ts';
import { makeMemory } from './memory.ts';

const PREFIX = 'sightline:cache:';
/** Keys that were changed while Redis was away, and are removed there when it is back. */
const CHANGED_MAX = 10_000;

/**
 * Entries in Redis, which expires them itself; while it is away, in PostgreSQL. What was changed meanwhile is
 * removed from Redis before this process reads it there again.
 */
export function makeRedisCache(url: string, { fallback, logger }: { fallback: ClosableCache; logger: Logger }): ClosableCache {
  const memory = makeMemory();
  const changed = new Set<string>();
  let connecting: Promise<Redis> | undefined;
  /** Ready to be read: what was changed meanwhile is gone. */
  const connect = async (): Promise<Redis> => {
    // What is wrong is logged once, by those who ask.
    const redis = await (connecting ??= connectRedis(url, () => undefined));
    if (changed.size === 0) return redis;
    const keys = [...changed];
    await redis.del(...keys.map((key) => PREFIX + key));
    for (const key of keys) changed.delete(key);
    return redis;
  };
  const noteChange = (key: string): void => {
    if (changed.size < CHANGED_MAX) changed.add(key);
  };
  const insured = { what: 'cached answers in Redis', meanwhile: 'PostgreSQL keeps them', logger };

  const read = insure(
    async (key: string): Promise<unknown> => {
      const redis = await connect();
      const [json, ttlMs] = await Promise.all([redis.get(PREFIX + key), redis.pttl(PREFIX + key)]);
      if (json === null) return undefined;
      memory.set(key, json, ttlMs);
      return JSON.parse(json);
    },
    { ...insured, alone: (key) => fallback.get(key) },
  );
  const write = insure(
    async (key: string, value: unknown, ttlMs: number): Promise<void> => {
      const redis = await connect();
      if (ttlMs < 1) await redis.del(PREFIX + key);
      else await redis.set(PREFIX + key, JSON.stringify(value), 'PX', Math.ceil(ttlMs));
    },
    {
      ...insured,
      alone: async (key, value, ttlMs) => {
        noteChange(key);
        await (ttlMs < 1 ? fallback.delete(key) : fallback.set(key, value, ttlMs));
      },
    },
  );

  return {
    get: async <Value>(key: string): Promise<Value | undefined> => {
      const known = memory.get(key);
      return (known === undefined ? await read(key) : JSON.parse(known)) as Value | undefined;
    },
    set: async (key, value, ttlMs) => {
      await write(key, value, ttlMs);
      if (ttlMs < 1) memory.delete(key);
      else memory.set(key, JSON.stringify(value), ttlMs);
    },
    delete: async (key) => {
      memory.delete(key);
      await write(key, undefined, 0);
    },
    close: async () => {
      (await connecting)?.disconnect();
      await fallback.close();
    },
  };
}
