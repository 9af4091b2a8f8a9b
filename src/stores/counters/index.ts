import type { Pool } from 'pg';
import type { Logger } from '#kernel/logger.ts';
import { connectRedis } from '../redis.ts';
import type { CounterStore } from './types.ts';

export { makeCallSlots } from './call-slots.ts';
export { makeRateCounter } from './rate-counter.ts';
export type { CounterStore } from './types.ts';

export interface CounterStoreOptions {
  /** Set: requests are counted in Redis (or Valkey), and in PostgreSQL only while it is away. */
  readonly redisUrl: string | undefined;
  /** Whether other processes may use the same database, and so must count together with this one. */
  readonly isShared: boolean;
  readonly postgres: { readonly pool: Pool };
  readonly logger: Logger;
}

export type OpenCounterStore = CounterStore & { close(): Promise<void> };

/** Where rates of requests are counted: Redis when there is one, PostgreSQL for several processes, memory for one that is alone. */
export async function openCounterStore({ redisUrl, isShared, postgres, logger }: CounterStoreOptions): Promise<OpenCounterStore> {
  if (redisUrl !== undefined) return await openRedis(redisUrl, postgres.pool, logger);
  const close = (): Promise<void> => Promise.resolve();
  return isShared ? { kind: 'postgres', pool: postgres.pool, close } : { kind: 'memory', close };
}

async function openRedis(url: string, pool: Pool, logger: Logger): Promise<OpenCounterStore> {
  const client = await connectRedis(url, (error) => logger.warn({ error }, 'rates of requests: Redis is away, PostgreSQL counts them'));
  return { kind: 'redis', client, pool, close: async () => client.disconnect() };
}
