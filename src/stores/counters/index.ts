import type { Pool } from 'pg';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { CounterStore } from './types.ts';

export { makeCallSlots } from './call-slots.ts';
export { makePlaceCounter } from './places.ts';
export type { CounterStore } from './types.ts';

export interface CounterStoreOptions {
  /** Set: counters live in Redis (or Valkey) and not in PostgreSQL. */
  readonly redisUrl: string | undefined;
  /** Whether other processes may use the same database, and so must count together with this one. */
  readonly isShared: boolean;
  readonly postgres: { readonly pool: Pool };
  readonly logger: Logger;
}

export type OpenCounterStore = CounterStore & { close(): Promise<void> };

/** Where rates are counted: Redis when there is one, PostgreSQL for several processes, memory for one that is alone. */
export async function openCounterStore({ redisUrl, isShared, postgres, logger }: CounterStoreOptions): Promise<OpenCounterStore> {
  if (redisUrl !== undefined) return await openRedis(redisUrl, logger);
  const close = (): Promise<void> => Promise.resolve();
  return isShared ? { kind: 'postgres', pool: postgres.pool, close } : { kind: 'memory', close };
}

/** The library is loaded only where Redis is used. */
async function openRedis(url: string, logger: Logger): Promise<OpenCounterStore> {
  const { Redis } = await import('ioredis');
  // Counting goes on in memory while Redis is away, so nothing waits for it.
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, lazyConnect: true });
  client.on('error', (error: unknown) => logger.warn({ error: messageOf(error) }, 'rate counters: Redis is away'));
  // The listener above has logged the reason; the library keeps trying.
  await client.connect().catch(() => undefined);
  return {
    kind: 'redis',
    client,
    close: async () => client.disconnect(),
  };
}
