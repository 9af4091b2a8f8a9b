import type { AppDataRequest } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays } from '#stores/postgres/unnest.ts';
import type { AppTask, QueuedCheckStatus } from '../tasks/queued.ts';

const COLUMNS = { id: 'text', batch: 'text', app_task: 'jsonb' } as const;

interface AppTaskOrder {
  readonly dispatchId: string;
  readonly projectIds: readonly string[];
  readonly plannedAt: Date;
}

/** Queues app tasks, one row each; those that are queued already stay as they are. */
export async function insertAppTasks(
  sql: Sql,
  tasks: readonly { readonly id: string; readonly batch: string; readonly appTask: AppTask }[],
  { dispatchId, projectIds, plannedAt }: AppTaskOrder,
): Promise<void> {
  const rows = tasks.map(({ id, batch, appTask }) => ({ id, batch, app_task: appTask }));
  await sql.query(
    `insert into queued_checks (id, dispatch_id, batch, project_ids, app_task, updated_at)
     select task.id, $1, task.batch, $2, task.app_task::jsonb, $3
     from unnest($4::text[], $5::text[], $6::text[]) as task (id, batch, app_task)
     order by task.id
     on conflict (id) do nothing`,
    [dispatchId, projectIds, plannedAt, ...toArrays(COLUMNS, rows)],
  );
}

/** How a question about an app store ended. Its answer is read with `readAppData`. */
export interface AppDataEnd {
  readonly id: string;
  readonly state: 'answered' | 'failed';
  /** Why it failed: `budget_exceeded`, or what the provider said. */
  readonly error: string | null;
  /** Of all its posts. */
  readonly costUsd: number;
}

interface EndRow {
  readonly id: string;
  readonly status: QueuedCheckStatus;
  readonly error: string | null;
  readonly costUsd: number;
}

/** How tasks ended, in the order of the ids; `undefined` as long as one has not. */
export async function findEnds(sql: Sql, ids: readonly string[]): Promise<AppDataEnd[] | undefined> {
  const open = await sql.query(
    `select from queued_checks where id = any ($1) and status in ('planned', 'posting', 'posted') limit 1`,
    [ids],
    'rankings-has-open-tasks',
  );
  if (open.rowCount === 1) return undefined;
  const { rows } = await sql.query<EndRow>(
    'select id, status, error, cost_usd as "costUsd" from queued_checks where id = any ($1) order by id',
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const { status, error = 'no longer kept', costUsd = 0 } = byId.get(id) ?? {};
    return status === 'completed' ? { id, state: 'answered', error: null, costUsd } : { id, state: 'failed', error, costUsd };
  });
}

/** What was asked and what came, by the id of the task. */
export async function listKeptAnswers(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly request: AppDataRequest; readonly body: Buffer }>> {
  const { rows } = await sql.query<{ id: string; appTask: AppTask; body: Buffer }>(
    `select q.id, q.app_task as "appTask", a.body
     from queued_checks q join serp_answers a on a.check_id = q.id and a.status = 'kept'
     where q.id = any ($1) order by q.id, a.id`,
    [ids],
  );
  return new Map(rows.map(({ id, appTask, body }) => [id, { request: appTask.request, body }]));
}
