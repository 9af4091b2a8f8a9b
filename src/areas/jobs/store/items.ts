import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { QueueItem } from '../job.ts';

export interface NewItem {
  readonly run_id: string;
  readonly place: number;
  readonly id: string;
  readonly category_id: string;
  readonly created_at: Date;
}

const NEW: ColumnTypes<NewItem> = { run_id: 'text', place: 'integer', id: 'text', category_id: 'text', created_at: 'timestamptz' };

export async function insertQueueItems(sql: Sql, items: readonly NewItem[]): Promise<void> {
  await insertRows(sql, { table: 'job_queue_items', columns: NEW, rows: items });
}

export interface ItemFilter {
  readonly jobId: string;
  readonly status?: QueueItem['status'] | undefined;
}

/** Items of the newest run first, those of one run in the order of its crawl. */
export const queueItems = defineList<QueueItem, ItemFilter>({
  columns: 'i.id, i.run_id, i.category_id, i.status, i.error, i.created_at, i.started_at, i.completed_at',
  from: 'from job_queue_items i join job_runs r on r.id = i.run_id where r.job_id = $1 and ($2::text is null or i.status = $2)',
  order: 'i.run_id desc, i.place',
  values: ({ jobId, status }) => [jobId, status],
});

/** What was not crawled failed with its run. */
export async function failOpenItems(sql: Sql, runId: string, error: string, now: Date): Promise<void> {
  await sql.query(
    `update job_queue_items set status = 'failed', error = $2, completed_at = $3 where run_id = $1 and status in ('pending', 'processing')`,
    [runId, error, now],
  );
}

/** Takes what was not crawled out of the queue. */
export async function deleteOpenItems(sql: Sql, runId: string): Promise<void> {
  await sql.query(`delete from job_queue_items where run_id = $1 and status in ('pending', 'processing')`, [runId]);
}
