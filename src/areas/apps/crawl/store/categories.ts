import type { Sql } from '#stores/postgres/types.ts';
import type { WholePage } from '../../catalogue/index.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';

export const CATEGORY_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export interface CrawledCategory {
  readonly categoryId: string;
  readonly status: (typeof CATEGORY_STATUSES)[number];
  readonly appsFound: number;
  readonly error: string | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

interface NewCategory {
  readonly run_id: string;
  readonly category_id: string;
}

const NEW: ColumnTypes<NewCategory> = { run_id: 'text', category_id: 'text' };

export async function insertCrawlCategories(tx: Sql, runId: string, categoryIds: readonly string[]): Promise<void> {
  const rows = categoryIds.map((id) => ({ run_id: runId, category_id: id }));
  await insertRows(tx, { table: 'crawl_category_status', columns: NEW, rows, suffix: 'on conflict do nothing' });
}

/** Marks a category, and its item in the queue of the job, as under way; false when it has ended. */
export async function beginCategory(sql: Sql, { runId, categoryId, now }: CategoryStep): Promise<boolean> {
  const { rowCount } = await sql.query(
    `with begun as (
       update crawl_category_status set status = 'processing', started_at = coalesce(started_at, $3)
       where run_id = $1 and category_id = $2 and status in ('pending', 'processing') returning run_id),
     item as (
       update job_queue_items i set status = 'processing', started_at = coalesce(i.started_at, $3)
       from begun where i.run_id = $1 and i.category_id = $2 and i.status in ('pending', 'processing'))
     select from begun`,
    [runId, categoryId, now],
  );
  return rowCount === 1;
}

interface CategoryStep {
  readonly runId: string;
  readonly categoryId: string;
  readonly now: Date;
}

interface EndedCategory extends Pick<CrawledCategory, 'appsFound' | 'error'> {
  /** Everything that its page leads to was on it, but for what these shelves show. */
  readonly isWhole?: boolean;
  readonly laterShelves?: readonly string[] | undefined;
}

/** Ends a category, and its item in the queue of the job; false when it has ended before. */
export async function endCategory(
  tx: Sql,
  { runId, categoryId, now, appsFound, isWhole = false, laterShelves = [], error }: CategoryStep & EndedCategory,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with ended as (
       update crawl_category_status set status = case when $5::text is null then 'completed' else 'failed' end, apps_found = $4, error = $5,
         completed_at = $3, is_whole = $6, later_shelves = $7
       where run_id = $1 and category_id = $2 and status in ('pending', 'processing') returning run_id),
     item as (
       update job_queue_items i set status = case when $5::text is null then 'completed' else 'failed' end, error = $5, completed_at = $3
       from ended where i.run_id = $1 and i.category_id = $2 and i.status in ('pending', 'processing'))
     select from ended`,
    [runId, categoryId, now, appsFound, error, isWhole, laterShelves],
  );
  return rowCount === 1;
}

/** Fails every category that has not ended. @returns whether the crawl was open: it has not been closed before */
export async function failOpenCategories(
  tx: Sql,
  runId: string,
  { now, error }: { readonly now: Date; readonly error: string },
): Promise<boolean> {
  await tx.query(
    `update crawl_category_status set status = 'failed', error = $2, completed_at = $3 where run_id = $1 and status in ('pending', 'processing')`,
    [runId, error, now],
  );
  const { rowCount } = await tx.query('select from crawl_job_runs where id = $1 and completed_at is null', [runId]);
  return rowCount === 1;
}

/** In the order of the crawl. */
export async function listCrawledCategories(sql: Sql, runId: string): Promise<CrawledCategory[]> {
  const { rows } = await sql.query<CrawledCategory>(
    `select c.category_id, c.status, c.apps_found, c.error, c.started_at, c.completed_at
     from crawl_category_status c where c.run_id = $1 order by c.category_id`,
    [runId],
  );
  return rows;
}

/** Categories whose pages were read whole, but for shelves that are loaded later. */
export async function listWholePages(sql: Sql, runId: string): Promise<WholePage[]> {
  const { rows } = await sql.query<WholePage>(
    `select category_id as id, later_shelves
     from crawl_category_status where run_id = $1 and status = 'completed' and is_whole order by category_id`,
    [runId],
  );
  return rows;
}

/** The newest error of the categories of a crawl, and how many ended how. */
export async function sumCategories(
  sql: Sql,
  runId: string,
): Promise<{ readonly completed: number; readonly failed: number; readonly error: string | null }> {
  const { rows } = await sql.query<{ completed: number; failed: number; error: string | null }>(
    `select count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'failed') as failed,
       max(error) as error
     from crawl_category_status where run_id = $1`,
    [runId],
  );
  return rows[0] ?? { completed: 0, failed: 0, error: null };
}
