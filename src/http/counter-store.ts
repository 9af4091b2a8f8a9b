import { Redis } from 'ioredis';
import type { Config } from '#config';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { CounterStore } from './rate-limit.ts';

interface OpenStore {
  readonly store: CounterStore;
  close(): Promise<void>;
}

/** Where rate counters are kept: Redis when there is one, memory for a process alone, else PostgreSQL. */
export function openCounterStore(config: Pick<Config, 'redisUrl' | 'role'>, postgres: Pick<Postgres, 'pool'>, logger: Logger): OpenStore {
  if (config.redisUrl !== undefined) return openRedis(config.redisUrl, logger);
  const store: CounterStore = config.role === 'all' ? { kind: 'memory' } : { kind: 'postgres', pool: postgres.pool };
  return { store, close: () => Promise.resolve() };
}

function openRedis(url: string, logger: Logger): OpenStore {
  // Counting goes on in memory while Redis is away, so nothing waits for it.
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  client.on('error', (error: unknown) => logger.warn({ error: messageOf(error) }, 'rate limits: Redis is away'));
  return {
    store: { kind: 'redis', client },
    close: async () => client.disconnect(),
  };
}
