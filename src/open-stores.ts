import type { Config } from '#config';
import type { Logger } from '#kernel/logger.ts';
import { makeBlobs } from '#stores/blobs/index.ts';
import { makeCache } from '#stores/cache/index.ts';
import { messageOf } from '#kernel/errors.ts';
import { isSilence, isUnreachable, migrateClickHouse, openClickHouse, type MigrateClickHouseOptions } from '#stores/clickhouse/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { makeOutbox } from '#stores/outbox.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { openSecrets } from '#stores/secrets/index.ts';
import type { Stores } from '#stores/types.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Closer } from './closers.ts';
import { openCounterStore, type CounterStore } from '#stores/counters/index.ts';

interface StoreTools {
  readonly logger: Logger;
  /** `AppOverrides.onStoreLost`. */
  readonly onStoreLost?: (error: Error) => void;
  /** Called with each secret that was opened. */
  readonly onSecretOpened: (text: string) => void;
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
  await prepareAnalytics({ clickhouse, postgres, cluster: config.clickhouseCluster, logger }, closers);
  const cache = makeCache({ postgres, redisUrl: config.redisUrl, logger });
  closers.push(() => cache.close());
  const outbox = makeOutbox({ postgres, clickhouse, logger });
  closers.push(() => outbox.stop());
  const secrets = await openSecrets({
    ...config,
    postgres,
    logger,
    isShared: config.databaseUrl !== undefined,
    onOpened: tools.onSecretOpened,
  });
  return { postgres, clickhouse, cache, outbox, blobs: makeBlobs(config), secrets };
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
  const clickhouse = await openClickHouse({ url: config.clickhouseUrl, dataDir: config.dataDir, logger, mayBeAway: true });
  closers.push(() => clickhouse.close());
  return clickhouse;
}

const TRY_EVERY_MS = 1_000;
const FIRST_ANSWER_MS_MAX = 60_000;

/**
 * Migrates ClickHouse. One that is away now and was there before does not keep the service from starting: newest positions are
 * served, rows wait in the outbox, and it is migrated when it answers. One that was never there and is silent, as a server that
 * starts on a busy machine, is waited for.
 * @throws StoreError when it was never there and refuses, or is silent for a minute; when it cannot be migrated
 */
async function prepareAnalytics(options: MigrateClickHouseOptions, closers: Closer[]): Promise<void> {
  const { postgres, logger } = options;
  try {
    await migrateClickHouse(options);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    if (!(await wasThere(postgres))) return await waitForFirstAnswer(options, error);
    logger.warn({ error: messageOf(error) }, 'starting without ClickHouse: history is missing until it answers');
    const closing = new AbortController();
    const healing = heal(options, closing.signal);
    closers.push(() => {
      closing.abort();
      return healing;
    });
  }
}

async function waitForFirstAnswer(options: MigrateClickHouseOptions, error: unknown): Promise<void> {
  if (!isSilence(error)) throw error;
  options.logger.warn({ error: messageOf(error) }, 'waiting for the first answer of ClickHouse');
  const end = performance.now() + FIRST_ANSWER_MS_MAX;
  await migrateWhenAnswered(options, (later) => isSilence(later) && performance.now() < end);
}

/** Ends when it is migrated, or cannot be: then the log says why, and the operator must act. */
async function heal(options: MigrateClickHouseOptions, signal: AbortSignal): Promise<void> {
  const { logger } = options;
  try {
    await migrateWhenAnswered(options, isUnreachable, signal);
    logger.info('ClickHouse answers: history is served');
  } catch (error) {
    if (signal.aborted) return;
    logger.error({ error: messageOf(error) }, 'ClickHouse cannot be migrated: history may be missing until the service is started again');
  }
}

/**
 * Tries every second until it is migrated.
 * @throws an error that `mayWait` refuses; AbortError
 */
async function migrateWhenAnswered(
  options: MigrateClickHouseOptions,
  mayWait: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(TRY_EVERY_MS, undefined, { signal });
    try {
      await options.clickhouse.ping();
      await migrateClickHouse(options);
      return;
    } catch (error) {
      if (!mayWait(error)) throw error;
    }
  }
}

async function wasThere({ query }: Postgres): Promise<boolean> {
  const { rows } = await query<{ isKnown: boolean }>('select exists (select from clickhouse_migrations) as is_known');
  return rows[0]?.isKnown === true;
}

/** Counters are shared through Redis or PostgreSQL when other processes may use the same database. */
export async function openCounters(
  { redisUrl, databaseUrl }: Config,
  { postgres, logger, closers }: { postgres: Postgres; logger: Logger; closers: Closer[] },
): Promise<CounterStore> {
  const counters = await openCounterStore({ redisUrl, isShared: databaseUrl !== undefined, postgres, logger });
  closers.push(() => counters.close());
  return counters;
}
