import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays } from '#stores/postgres/unnest.ts';
import { BODY_COLUMNS, readBodies, type BodyContext, type KeptBody } from '../answers/place-answers.ts';
import type { TaskStatus } from '../question.ts';

const COLUMNS = { id: 'text', batch: 'text', app_task: 'jsonb' } as const;

interface NewTasks {
  /** The name of their question. */
  readonly question: string;
  readonly dispatchId: string;
  readonly projectIds: readonly string[];
  readonly plannedAt: Date;
}

/** Queues tasks, one row each; those that are queued already stay as they are. */
export async function insertTasks(
  sql: Sql,
  tasks: readonly { readonly id: string; readonly batch: string; readonly asked: object }[],
  { question, dispatchId, projectIds, plannedAt }: NewTasks,
): Promise<void> {
  const rows = tasks.map(({ id, batch, asked }) => ({ id, batch, app_task: { question, ...asked } }));
  await sql.query(
    `insert into queued_checks (id, dispatch_id, batch, project_ids, app_task, updated_at)
     select task.id, $1, task.batch, $2, task.app_task::jsonb, $3
     from unnest($4::text[], $5::text[], $6::text[]) as task (id, batch, app_task)
     order by task.id
     on conflict (id) do nothing`,
    [dispatchId, projectIds, plannedAt, ...toArrays(COLUMNS, rows)],
  );
}

/** How something that was asked ended. What came is found with `findKeptAnswers`. */
export interface AnswerEnd {
  readonly id: string;
  readonly state: 'answered' | 'failed';
  /** Why it failed: `budget_exceeded`, or what the provider said. */
  readonly error: string | null;
  /** Cost of all its posts. */
  readonly costUsd: number;
}

interface EndRow {
  readonly id: string;
  readonly status: TaskStatus;
  readonly error: string | null;
  readonly costUsd: number;
}

/** How tasks ended, in the order of the ids; `undefined` as long as one has not. */
export async function findEnds(sql: Sql, ids: readonly string[]): Promise<AnswerEnd[] | undefined> {
  const open = await sql.query(
    `select from queued_checks where id = any ($1) and status in ('planned', 'posting', 'posted') limit 1`,
    [ids],
    'purchases-has-open-tasks',
  );
  if (open.rowCount === 1) return undefined;
  const { rows } = await sql.query<EndRow>('select id, status, error, cost_usd from queued_checks where id = any ($1) order by id', [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const { status, error = 'no longer kept', costUsd = 0 } = byId.get(id) ?? {};
    return status === 'completed' ? { id, state: 'answered', error: null, costUsd } : { id, state: 'failed', error, costUsd };
  });
}

/** An answer as it came, with what was asked. */
export interface KeptAnswer {
  readonly asked: unknown;
  readonly body: Buffer;
}

/** Answers that are kept, with what was asked, by the id of the task. @throws StoreError while ClickHouse is away and has some of it */
export async function listKeptAnswers(
  ctx: BodyContext & Pick<AppContext, 'postgres'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptAnswer>> {
  const { rows } = await ctx.postgres.query<{ id: string; asked: unknown } & KeptBody>(
    `select q.id, q.app_task as asked, ${BODY_COLUMNS}
     from queued_checks q join serp_answers a on a.check_id = q.id and a.status = 'kept'
     where q.id = any ($1) order by q.id, a.id`,
    [ids],
  );
  const bodies = await readBodies(ctx, rows);
  return new Map(
    rows.flatMap(({ id, asked }, at) => {
      const body = bodies[at];
      return body === undefined ? [] : [[id, { asked, body }] as const];
    }),
  );
}
