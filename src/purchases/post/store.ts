import type { AppDataRequest } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays } from '#stores/postgres/unnest.ts';
import type { PostKey } from '../question.ts';
import { ORDERED, QUESTION, type BatchKey, type WaitingRow } from '../tasks/store.ts';

/** A task that waits to be posted. */
export interface TaskToDecide extends WaitingRow {
  readonly projectIds: readonly string[];
}

/** The tasks of a batch that wait to be posted, at most `limit`. */
export async function listWaitingTasks(sql: Sql, { dispatchId, batch }: BatchKey, limit: number): Promise<TaskToDecide[]> {
  const { rows } = await sql.query<TaskToDecide>(
    `select id, round, post, ${QUESTION} as question, ${ORDERED} as ordered,
       read_depth, project_ids
     from queued_checks q where dispatch_id = $1 and batch = $2 and status = 'planned'
     order by id limit $3`,
    [dispatchId, batch, limit],
  );
  return rows;
}

const TAKE_COLUMNS = { id: 'text', check: 'jsonb', read_depth: 'integer' } as const;

export interface TaskToPost {
  readonly id: string;
  readonly asked: unknown;
  readonly readDepth: number;
}

/**
 * Marks tasks as being posted and gives each its tag; from here on only the provider knows whether they
 * were. Tasks that another process has claimed are left out.
 */
export async function claimTasks(
  sql: Sql,
  tasks: readonly TaskToPost[],
  { postedAt, sentAt }: { readonly postedAt: Date; readonly sentAt: Date },
): Promise<PostKey[]> {
  const rows = tasks.map(({ id, asked, readDepth }) => ({ id, check: asked, read_depth: readDepth }));
  const taken = await sql.query<PostKey>(
    `update queued_checks known
     set status = 'posting', is_doubtful = true, post = known.post + 1, "check" = case when known.app_task is null then t."check"::jsonb end, read_depth = t.read_depth,
       posted_at = $1, sent_at = $2, answered_at = null, updated_at = $2
     from unnest($3::text[], $4::text[], $5::integer[]) as t (id, "check", read_depth)
     where known.id = t.id and known.status = 'planned'
     returning known.id, known.round, known.post`,
    [postedAt, sentAt, ...toArrays(TAKE_COLUMNS, rows)],
  );
  return taken.rows;
}

/** Tasks of a batch whose post was begun and is not recorded. */
export async function countDoubtfulTasks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from queued_checks where dispatch_id = $1 and batch = $2 and status = 'posting'`,
    [dispatchId, batch],
  );
  return rows[0]?.count ?? 0;
}

/** Batches with tasks that have waited for a post since before `before` (real time), the oldest first. */
export async function listStrandedBatches(sql: Sql, before: Date, limit: number): Promise<BatchKey[]> {
  const { rows } = await sql.query<BatchKey>(
    `select dispatch_id, batch from queued_checks
     where status in ('planned', 'posting') and updated_at < $1
     group by dispatch_id, batch order by min(updated_at), dispatch_id, batch limit $2`,
    [before, limit],
  );
  return rows;
}

/** What was put into another batch; `store` is the one that all of its questions are about. */
interface MovedBatch {
  readonly count: number;
  readonly store: AppDataRequest['store'] | undefined;
}

/** Puts the tasks of a batch that wait for a post into another one. */
export async function updateBatch(sql: Sql, from: BatchKey, to: { readonly batch: string; readonly at: Date }): Promise<MovedBatch> {
  const { rows } = await sql.query<{ store: AppDataRequest['store'] | null }>(
    `update queued_checks set batch = $3, updated_at = $4 where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting')
     returning app_task -> 'request' ->> 'store' as store`,
    [from.dispatchId, from.batch, to.batch, to.at],
  );
  return { count: rows.length, store: rows[0]?.store ?? undefined };
}

/** Marks the tasks of a batch that wait for a post as skipped. They stay due. @returns how many */
export async function updateUnpostedToSkipped(
  sql: Sql,
  { dispatchId, batch }: BatchKey,
  { error, at }: { readonly error: string; readonly at: Date },
): Promise<number> {
  const { rowCount } = await sql.query(
    `update queued_checks set status = 'skipped', error = $3, updated_at = $4
     where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting')`,
    [dispatchId, batch, error, at],
  );
  return rowCount ?? 0;
}

/** The value of a setting; `undefined` when it was never set. */
export async function findSetting(sql: Sql, name: string): Promise<unknown> {
  const { rows } = await sql.query<{ value: unknown }>('select value from settings where name = $1', [name]);
  return rows[0]?.value;
}

export async function upsertSetting(sql: Sql, name: string, value: string): Promise<void> {
  await sql.query(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()',
    [name, JSON.stringify(value)],
  );
}
