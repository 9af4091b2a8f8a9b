import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Crawl } from '../crawl.ts';

/** Counters of a crawl. */
export interface CrawlCounts {
  readonly categoriesTotal: number;
  readonly categoriesProcessed: number;
  /** New to the catalogue. */
  readonly appsDiscovered: number;
  /** Known before, and something of them changed in the store. */
  readonly appsUpdated: number;
  /** Their own pages or records were read. */
  readonly appsRead: number;
  readonly appsFailed: number;
  readonly appsRemoved: number;
  /** Categories and apps that could not be read. */
  readonly errors: number;
}

export interface CrawlState extends CrawlCounts {
  readonly categoriesSynced: number | null;
  /** Those that the store does not name any more. */
  readonly categoriesRetired: number;
  readonly stopReason: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Adds a crawl at the end of the line of its market; once. The lock makes the order that of the commits. */
export async function insertCrawl(tx: Transaction, crawl: Crawl, { now, categories }: { now: Date; categories: number }): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('crawl/' || $1 || '/' || $2))`, [crawl.platform, crawl.storefront]);
  await tx.query(
    `insert into crawl_job_runs (id, platform, storefront, related_app_depth, chart_types, device, app_limit, categories_total, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
    [crawl.runId, crawl.platform, crawl.storefront, crawl.relatedDepth, crawl.charts, crawl.device, crawl.appLimit, categories, now],
  );
}

/** Whether no crawl of the market that came before is under way. Once true it stays so. */
export async function isFirstInLine(sql: Sql, runId: string): Promise<boolean> {
  const { rows } = await sql.query<{ waits: boolean }>(
    `select exists (
       select from crawl_job_runs mine
       join crawl_job_runs c on c.platform = mine.platform and c.storefront = mine.storefront
         and (c.opened_at, c.id) < (mine.opened_at, mine.id)
       join job_runs r on r.id = c.id
       where mine.id = $1 and r.status in ('queued', 'running')) as waits`,
    [runId],
  );
  return rows[0]?.waits === false;
}

/** @throws Error when it is gone */
export async function getCrawl(sql: Sql, runId: string): Promise<Crawl> {
  const { rows } = await sql.query<Crawl>(
    `select id as run_id, platform, storefront, related_app_depth as related_depth, chart_types as charts, device, app_limit
     from crawl_job_runs where id = $1`,
    [runId],
  );
  const [crawl] = rows;
  if (crawl === undefined) throw new Error(`crawl ${runId} is gone`);
  return crawl;
}

export async function findCrawlState(sql: Sql, runId: string): Promise<CrawlState | undefined> {
  const { rows } = await sql.query<CrawlState>(
    `select categories_total, categories_processed, apps_discovered, apps_updated, apps_read, apps_failed, apps_removed, errors,
       categories_synced, categories_retired, stop_reason, created_at, completed_at
     from crawl_job_runs where id = $1`,
    [runId],
  );
  return rows[0];
}

/** @throws Error when it is gone */
export async function getCrawlState(sql: Sql, runId: string): Promise<CrawlState> {
  const state = await findCrawlState(sql, runId);
  if (state === undefined) throw new Error(`crawl ${runId} is gone`);
  return state;
}

/** @returns the counters after that */
export async function addCrawlCounts(sql: Sql, runId: string, counts: Partial<Omit<CrawlCounts, 'categoriesTotal'>>): Promise<CrawlCounts> {
  const { rows } = await sql.query<CrawlCounts>(
    `update crawl_job_runs set categories_processed = categories_processed + $2, apps_discovered = apps_discovered + $3,
       apps_updated = apps_updated + $4, apps_read = apps_read + $5, apps_failed = apps_failed + $6, apps_removed = apps_removed + $7,
       errors = errors + $8
     where id = $1
     returning categories_total, categories_processed, apps_discovered,
       apps_updated, apps_read, apps_failed, apps_removed, errors`,
    [
      runId,
      counts.categoriesProcessed ?? 0,
      counts.appsDiscovered ?? 0,
      counts.appsUpdated ?? 0,
      counts.appsRead ?? 0,
      counts.appsFailed ?? 0,
      counts.appsRemoved ?? 0,
      counts.errors ?? 0,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`crawl ${runId} is gone`);
  return row;
}

/** What the categories of the market are after the crawl; repeated, those that went stay counted. */
export async function setCategories(sql: Sql, runId: string, { synced, retired }: { synced: number; retired: number }): Promise<void> {
  await sql.query('update crawl_job_runs set categories_synced = $2, categories_retired = categories_retired + $3 where id = $1', [
    runId,
    synced,
    retired,
  ]);
}

/** The first reason stays. */
export async function setStopReason(sql: Sql, runId: string, reason: string): Promise<void> {
  await sql.query('update crawl_job_runs set stop_reason = coalesce(stop_reason, $2) where id = $1', [runId, reason]);
}

export async function endCrawl(tx: Sql, runId: string, end: { now: Date; costUsd: number }): Promise<void> {
  await tx.query('update crawl_job_runs set completed_at = coalesce(completed_at, $2), cost_usd = $3 where id = $1', [
    runId,
    end.now,
    end.costUsd,
  ]);
}

/** Crawls that began before an instant, with their categories and apps. */
export async function deleteOldCrawls(tx: Sql, before: Date): Promise<void> {
  await tx.query('delete from crawl_job_runs where created_at < $1', [before]);
}
