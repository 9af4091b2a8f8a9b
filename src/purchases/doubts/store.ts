import type { Sql } from '#stores/postgres/types.ts';
import type { QueuedRow } from '../question.ts';
import { QUESTION, TASK_COLUMNS, type BatchKey } from '../tasks/store.ts';

/** Tasks of a batch whose post was begun and is not recorded: by a process that died, or because the answer was lost. */
export async function listDoubtfulTasks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<QueuedRow[]> {
  const { rows } = await sql.query<QueuedRow>(
    `select ${TASK_COLUMNS} from queued_checks q where q.dispatch_id = $1 and q.batch = $2 and q.status = 'posting' order by q.id`,
    [dispatchId, batch],
  );
  return rows;
}

/**
 * Tasks of one question, of all batches, whose post is in doubt and was answered before an instant of real time, the
 * oldest first.
 */
export async function listAnsweredTasks(
  sql: Sql,
  { before, question, limit }: { readonly before: Date; readonly question: string; readonly limit: number },
): Promise<QueuedRow[]> {
  const { rows } = await sql.query<QueuedRow>(
    `select ${TASK_COLUMNS} from queued_checks q
     where q.answered_at <= $1 and q.status = 'posting' and ${QUESTION} = $3 order by q.answered_at, q.id limit $2`,
    [before, limit, question],
  );
  return rows;
}

/** Tasks of which an answer came, by the tag of their posts. */
export async function listEarlyTasks(sql: Sql, tags: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ tag: string; taskId: string }>(
    `select distinct on (tag) tag, task_id from serp_answers
     where check_id = any ($2) and tag = any ($1) and status = 'received' and task_id is not null order by tag, id`,
    [tags, tags.map((tag) => tag.split('.')[0])],
  );
  return new Map(rows.map((row) => [row.tag, row.taskId]));
}
