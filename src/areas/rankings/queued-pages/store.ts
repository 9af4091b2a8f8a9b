import type { Sql } from '#stores/postgres/types.ts';
import { toArrays } from '#stores/postgres/unnest.ts';
import { SerpCheck } from '../check.ts';
import type { TaskStatus } from '#purchases/index.ts';

/** A page that a task wants read. */
export interface PageToQueue {
  /** The first keyword of the task that wants it. */
  readonly index: number;
  readonly check: SerpCheck;
}

const QUEUE_COLUMNS = { id: 'text', batch: 'text', keyword_id: 'text', engine: 'text', channel: 'text' } as const;

/** The id of a page's check in `queued_checks`; the same however often it is asked for. */
export async function listQueuedCheckIds(sql: Sql, taskId: string, pages: readonly PageToQueue[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select 'qc_' || md5(concat_ws(' ', $1::text, index)) as id from unnest($2::integer[]) with ordinality as page (index, at) order by at`,
    [taskId, pages.map(({ index }) => index)],
  );
  return rows.map(({ id }) => id);
}

/** Queues pages of a task, one row each, in the batches that they will be posted in. */
export async function insertQueuedChecks(
  sql: Sql,
  checks: readonly (PageToQueue & { readonly id: string; readonly batch: string })[],
  { taskId, projectId, plannedAt }: { readonly taskId: string; readonly projectId: string; readonly plannedAt: Date },
): Promise<void> {
  const rows = checks.map(({ id, batch, check }) => ({
    id,
    batch,
    keyword_id: check.keywordId,
    engine: check.engine,
    channel: check.channel,
  }));
  await sql.query(
    `insert into queued_checks (id, dispatch_id, batch, keyword_id, engine, channel, project_ids, updated_at)
     select id, $1, batch, keyword_id, engine, channel, array[$2], $3
     from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as page (id, batch, keyword_id, engine, channel)
     order by id
     on conflict (id) do nothing`,
    [taskId, projectId, plannedAt, ...toArrays(QUEUE_COLUMNS, rows)],
  );
}

/** The checks of tasks among these queued ones, by their id: with the options of the task. */
export async function listTaskChecks(sql: Sql, queuedCheckIds: readonly string[]): Promise<ReadonlyMap<string, SerpCheck>> {
  const { rows } = await sql.query<{ id: string; check: unknown }>(
    `select distinct on (queued_check_id) queued_check_id as id, "check" from serp_task_keywords
     where queued_check_id = any($1) order by queued_check_id, place`,
    [queuedCheckIds],
    'rankings-list-task-checks',
  );
  return new Map(rows.map(({ id, check }) => [id, SerpCheck.parse(check)]));
}

/** A keyword of a task whose page has arrived, or never will. */
export interface EndedPage {
  readonly index: number;
  readonly check: SerpCheck;
  readonly targetDomain: string | null;
  /** A run that was there before the task. */
  readonly knownRunId: string | null;
  /** The check that was queued for it; undefined: its row is gone. */
  readonly queued: { readonly id: string; readonly round: number; readonly status: TaskStatus; readonly costUsd: number } | undefined;
  readonly error: string | null;
  /** Whether the cost counts for this keyword: of several that share the page, the first. */
  readonly isPayer: boolean;
}

interface EndedPageRow extends Omit<EndedPage, 'check' | 'queued'> {
  readonly check: unknown;
  readonly queuedId: string | null;
  readonly round: number;
  readonly status: TaskStatus;
  readonly costUsd: number;
}

/**
 * Keywords of a task that have no outcome although their page has ended, at most `limit`.
 * @param lostBefore real time: a check that has waited for its post since then is lost
 */
export async function listEndedPages(
  sql: Sql,
  taskId: string,
  { lostBefore, limit }: { readonly lostBefore: Date; readonly limit: number },
): Promise<EndedPage[]> {
  const { rows } = await sql.query<EndedPageRow>(
    `select k.place as index, k."check", k.target_domain, k.run_id as known_run_id, q.id as queued_id, q.round, q.status, q.cost_usd, q.error,
       not exists (select from serp_task_keywords earlier
                   where earlier.task_id = k.task_id and earlier.queued_check_id = k.queued_check_id and earlier.place < k.place) as is_payer
     from serp_task_keywords k left join queued_checks q on q.id = k.queued_check_id
     where k.task_id = $1 and k.status = 'pending'
       and (k.run_id is not null or (k.queued_check_id is not null and (
         coalesce(q.status, 'failed') in ('completed', 'failed', 'skipped') or (q.status = 'planned' and q.updated_at < $3)
       )))
     order by k.place limit $2`,
    [taskId, limit, lostBefore],
  );
  return rows.map(({ check, queuedId, round, status, costUsd, ...page }) => ({
    ...page,
    check: SerpCheck.parse(check),
    queued: queuedId === null ? undefined : { id: queuedId, round, status, costUsd },
  }));
}
