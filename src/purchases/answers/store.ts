import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { isUnstorable } from '#stores/postgres/index.ts';
import { joinBytes } from '#stores/postgres/joined-bytes.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { AnswerKind } from '../engine.ts';
import { withQuestions } from '../tasks/queued.ts';
import type { PostKey, Queued, QueuedRow } from '../question.ts';
import { TASK_COLUMNS } from '../tasks/store.ts';
import { BODY_COLUMNS, readBodies, type BodyContext, type KeptBody, type PlacedBody } from './place-answers.ts';

export { isUnstorable };

/** An answer that the provider delivered, or gave when asked. */
export interface NewAnswer {
  readonly kind: AnswerKind;
  readonly tag: string | null;
  readonly taskId: string | null;
  /** The queued task that the tag names; null: none of ours. */
  readonly queuedId: string | null;
  /** The answer as received, or where it lies. */
  readonly body: Buffer | PlacedBody;
}

const COLUMNS = {
  kind: 'text',
  tag: 'text',
  task_id: 'text',
  check_id: 'text',
  body_begin: 'integer',
  body_bytes: 'integer',
  segment: 'text',
  first_byte: 'integer',
  bytes: 'integer',
  digest: 'text',
} as const;

/** Columns of the place of an answer that its row holds itself. */
export const NOWHERE = { segment: null, first_byte: null, bytes: null, digest: null };

/** Stores answers; returns their ids in the order given. */
export async function insertAnswers(sql: Sql, answers: readonly NewAnswer[], receivedAt: Date): Promise<number[]> {
  const { joined, pieces } = joinBytes(answers.map(({ body }) => (Buffer.isBuffer(body) ? body : undefined)));
  const rows = answers.map(({ kind, tag, taskId, queuedId, body }, at) => ({
    kind,
    tag,
    task_id: taskId,
    check_id: queuedId,
    body_begin: pieces[at]?.begin,
    body_bytes: pieces[at]?.bytes,
    ...(Buffer.isBuffer(body) ? NOWHERE : { segment: body.segment, first_byte: body.firstByte, bytes: body.bytes, digest: body.digest }),
  }));
  const { rows: inserted } = await sql.query<{ id: number }>(
    `insert into serp_answers (kind, tag, task_id, check_id, body, segment, first_byte, bytes, digest, received_at)
     select t.kind, t.tag, t.task_id, t.check_id, substring($1::bytea from t.body_begin for t.body_bytes),
       t.segment, t.first_byte, t.bytes, decode(t.digest, 'hex'), $2
     from ${unnest(COLUMNS, { first: 3 })}
     returning id`,
    [joined, receivedAt, ...toArrays(COLUMNS, rows)],
    'purchases-insert-answers',
  );
  return inserted.map(({ id }) => id);
}

/** An answer that waits to be applied, with the task that it names. */
export interface WaitingAnswer extends Omit<NewAnswer, 'queuedId' | 'body'> {
  readonly id: number;
  /** The answer as received; undefined: it is lost. */
  readonly body: Buffer | undefined;
  readonly queued: Queued | undefined;
}

interface WaitingRow extends Partial<QueuedRow> {
  readonly answerId: number;
  readonly kind: AnswerKind;
  readonly tag: string | null;
  readonly answerTaskId: string | null;
}

/** Answers that are not applied yet, oldest first. @throws StoreError while ClickHouse is away and has some of them */
export async function listWaitingAnswers(
  ctx: BodyContext & Pick<AppContext, 'postgres' | 'purchases'>,
  ids: readonly number[],
): Promise<WaitingAnswer[]> {
  const { rows } = await ctx.postgres.query<WaitingRow & KeptBody>(
    `select a.id as answer_id, a.kind, a.tag, a.task_id as answer_task_id, ${BODY_COLUMNS}, ${TASK_COLUMNS}
     from serp_answers a left join queued_checks q on q.id = a.check_id and coalesce(q."check", q.app_task) is not null
     where a.id = any ($1) and a.status = 'received'
     order by a.id`,
    [ids],
    'purchases-list-waiting-answers',
  );
  const bodies = await readBodies(ctx, rows);
  return rows.map(({ answerId: id, kind, tag, answerTaskId: taskId, ...row }, at) => ({
    id,
    kind,
    tag,
    taskId,
    body: bodies[at],
    queued: row.id === undefined || row.id === null ? undefined : withQuestions(ctx.purchases.questions, [row as QueuedRow])[0],
  }));
}

/** Answers to these tasks that came before their post was recorded. */
export async function listEarlyAnswerIds(sql: Sql, queuedIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select id from serp_answers where check_id = any ($1) and status = 'received' order by id`,
    [queuedIds],
    'purchases-list-early-answers',
  );
  return rows.map(({ id }) => id);
}

/** Those of the answers that wait although the posts of their tasks are recorded. */
export async function listRecordedAnswerIds(sql: Sql, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select a.id from serp_answers a join queued_checks q on q.id = a.check_id and q.status not in ('planned', 'posting')
     where a.id = any ($1) and a.status = 'received' order by a.id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Answers that came before `before` (real time) and still wait: their workflow did not apply them. */
export async function listLeftAnswerIds(sql: Sql, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select a.id from serp_answers a join queued_checks q on q.id = a.check_id and q.status not in ('planned', 'posting')
     where a.status = 'received' and a.received_at < $1 order by a.id limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** Marks answers that cannot be applied and stay for operators, and those that stay for who asked (`kept`). */
export async function updateAnswerStatus(sql: Sql, ids: readonly number[], status: 'unknown' | 'unreadable' | 'kept'): Promise<void> {
  if (ids.length === 0) return;
  await sql.query(`update serp_answers set status = $2 where id = any ($1) and status <> 'evidence'`, [ids, status]);
}

/** Deletes answers that are no longer needed. One that another workflow has kept meanwhile, or made evidence, stays. */
export async function deleteAnswers(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query(`delete from serp_answers where id = any ($1) and status not in ('kept', 'evidence')`, [ids], 'purchases-delete-answers');
}

/** Deletes answers that came before `before` (real time), but for evidence, which goes when it is packed. */
export async function pruneAnswers(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query(`delete from serp_answers where received_at < $1 and status <> 'evidence'`, [before]);
  return rowCount ?? 0;
}

/** Tasks that the provider has and that have no answer yet. */
export async function listOpenTasks(sql: Sql, ids: readonly string[]): Promise<QueuedRow[]> {
  const { rows } = await sql.query<QueuedRow>(
    `select ${TASK_COLUMNS} from queued_checks q where q.id = any ($1) and q.status = 'posted' order by q.id`,
    [ids],
  );
  return rows;
}

/** Tasks that the provider has had since before `sentBefore` (real time), the oldest first. */
export async function listOutstandingTasks(sql: Sql, sentBefore: Date, limit: number): Promise<QueuedRow[]> {
  const { rows } = await sql.query<QueuedRow>(
    `select ${TASK_COLUMNS} from queued_checks q
     where q.status = 'posted' and q.sent_at < $1 order by q.sent_at, q.id limit $2`,
    [sentBefore, limit],
  );
  return rows;
}

const AGAIN_COLUMNS = { id: 'text', round: 'integer', post: 'integer', batch: 'text', read_depth: 'integer', error: 'text' } as const;

/** Puts tasks back to be posted again; one with a newer post stays as it is. @returns how many */
export async function requeueTasks(
  sql: Sql,
  tasks: readonly (PostKey & { readonly batch: string; readonly readDepth: number; readonly error: string | null })[],
  at: Date,
): Promise<number> {
  const rows = tasks.map(({ id, round, post, batch, readDepth, error }) => ({ id, round, post, batch, read_depth: readDepth, error }));
  const { rowCount } = await sql.query(
    `update queued_checks known set status = 'planned', batch = t.batch, read_depth = t.read_depth, error = t.error, updated_at = $1
     from ${unnest(AGAIN_COLUMNS, { first: 2 })}
     where known.id = t.id and known.round = t.round and known.post = t.post and known.status in ('posted', 'failed')`,
    [at, ...toArrays(AGAIN_COLUMNS, rows)],
  );
  return rowCount ?? 0;
}

/** Deletes tasks that ended before `before` (real time). */
export async function pruneTasks(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query(`delete from queued_checks where status in ('completed', 'failed', 'skipped') and updated_at < $1`, [
    before,
  ]);
  return rowCount ?? 0;
}
