import type { Config } from '#config';
import type { AppContext } from '#context';
import type { Logger } from '#kernel/logger.ts';
import { makeBlobs } from '#stores/blobs/index.ts';
import { makeCache } from '#stores/cache/index.ts';
import { migrateClickHouse, openClickHouse } from '#stores/clickhouse/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { makeOutbox } from '#stores/outbox.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Closer } from './closers.ts';

export type Stores = Pick<AppContext, 'postgres' | 'clickhouse' | 'cache' | 'outbox' | 'blobs'>;

interface StoreTools {
  readonly logger: Logger;
  /** `AppOverrides.onStoreLost`. */
  readonly onStoreLost?: (error: Error) => void;
  /** Resolved when PostgreSQL gets ready in a process of its own, and this one has time for what blocks it. */
  readonly hasTime: PromiseWithResolvers<void>;
}

/**
 * Opens both stores side by side and brings their schemas up to this release.
 * @throws StoreError that says what to do; what was opened until then is among the closers
 */
export async function openStores(config: Config, tools: StoreTools, closers: Closer[]): Promise<Stores> {
  const { logger } = tools;
  const { promise: hasTime, resolve: onWaiting } = tools.hasTime;
  const opening = [
    openRelational(config, tools, closers).finally(onWaiting),
    // The engine's library is loaded in one go, during which nothing else moves on.
    hasTime.then(() => openAnalytics(config, logger, closers)),
  ] as const;
  // Both have ended, well or not, before anything is closed again.
  await Promise.allSettled(opening);
  const [postgres, clickhouse] = await Promise.all(opening);
  await migrateClickHouse({ clickhouse, postgres, cluster: config.clickhouseCluster, logger });
  const cache = makeCache({ postgres, redisUrl: config.redisUrl, logger });
  closers.push(() => cache.close());
  const outbox = makeOutbox({ postgres, clickhouse, logger });
  closers.push(() => outbox.stop());
  return { postgres, clickhouse, cache, outbox, blobs: makeBlobs(config) };
}

async function openRelational(
  { databaseUrl, dataDir }: Config,
  { logger, onStoreLost, hasTime }: StoreTools,
  closers: Closer[],
): Promise<Postgres> {
  const postgres = await openPostgres({ databaseUrl, dataDir, logger, onLost: onStoreLost, onWaiting: hasTime.resolve });
  closers.push(() => postgres.close());
  await migratePostgres(postgres, logger);
  return postgres;
}

async function openAnalytics(config: Config, logger: Logger, closers: Closer[]): Promise<ClickHouse> {
  const clickhouse = await openClickHouse({ url: config.clickhouseUrl, dataDir: config.dataDir, logger });
  closers.push(() => clickhouse.close());
  return clickhouse;
}
