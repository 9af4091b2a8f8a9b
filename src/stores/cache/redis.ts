import type { Redis } from 'ioredis';
import type { ClosableCache } from './index.ts';
import { makeMemory } from './memory.ts';

const PREFIX = 'sightline:cache:';

/** Entries in Redis, which expires them itself. The library is loaded at the first use. */
export function makeRedisCache(url: string): ClosableCache {
  const memory = makeMemory();
  let connecting: Promise<Redis> | undefined;
  const connect = (): Promise<Redis> => (connecting ??= open(url));

  return {
    get: async <Value>(key: string): Promise<Value | undefined> => {
      const known = memory.get(key);
      if (known !== undefined) return JSON.parse(known) as Value;
      const redis = await connect();
      const [json, ttlMs] = await Promise.all([redis.get(PREFIX + key), redis.pttl(PREFIX + key)]);
      if (json === null) return undefined;
      memory.set(key, json, ttlMs);
      return JSON.parse(json) as Value;
    },
    set: async (key, value, ttlMs) => {
      const json = JSON.stringify(value);
      if (ttlMs < 1) return await remove(await connect(), key);
      await (await connect()).set(PREFIX + key, json, 'PX', Math.ceil(ttlMs));
      memory.set(key, json, ttlMs);
    },
    delete: async (key) => {
      memory.delete(key);
      await remove(await connect(), key);
    },
    close: async () => {
      if (connecting !== undefined) await (await connecting).quit();
    },
  };
}

async function remove(redis: Redis, key: string): Promise<void> {
  await redis.del(PREFIX + key);
}

async function open(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, { maxRetriesPerRequest: 1 });
  // A failed command already rejects its promise. Without a listener the library prints the error as well.
  redis.on('error', () => undefined);
  return redis;
}
