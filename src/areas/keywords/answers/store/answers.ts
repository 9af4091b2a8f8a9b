import { DAY_MS } from '#kernel/durations.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/** How long an answer serves before it is asked for again. */
const FRESH_MS = DAY_MS;

export interface StoredAnswer {
  readonly id: string;
  readonly answer: unknown;
  /** In the observed world. */
  readonly fetchedAt: Date;
}

export interface NewAnswer extends StoredAnswer {
  readonly kind: string;
  /** Rows that were asked for; null: it is whole. */
  readonly size: number | null;
}

/** The answers that still serve, by id. @param size rows that a list has to have */
export async function listFreshAnswers(
  sql: Sql,
  ids: readonly string[],
  { now, size = 0 }: { readonly now: Date; readonly size?: number },
): Promise<ReadonlyMap<string, StoredAnswer>> {
  const { rows } = await sql.query<StoredAnswer>(
    `select id, answer, fetched_at from keyword_answers
     where id = any($1) and fetched_at > $2 and (size is null or size >= $3)`,
    [ids, new Date(now.getTime() - FRESH_MS), size],
    'fresh-keyword-answers',
  );
  return new Map(rows.map((answer) => [answer.id, answer]));
}

const COLUMNS = { id: 'text', kind: 'text', answer: 'json', size: 'integer', fetched_at: 'timestamptz' } as const;

/** Stores answers, the newest of each question. */
export async function upsertAnswers(sql: Sql, answers: readonly NewAnswer[]): Promise<void> {
  // In one order, so that two statements never wait for each other.
  const rows = answers
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ fetchedAt, answer, ...row }) => ({ ...row, answer: JSON.stringify(answer), fetched_at: fetchedAt }));
  await insertRows(sql, {
    table: 'keyword_answers',
    columns: COLUMNS,
    rows,
    suffix: 'on conflict (id) do update set answer = excluded.answer, size = excluded.size, fetched_at = excluded.fetched_at',
  });
}

/** Forgets answers, and reads of them. */
export async function deleteAnswersBefore(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query('delete from keyword_answers where fetched_at < $1', [before]);
  await sql.query('delete from keyword_answer_readers where fetched_at < $1', [before]);
  return rowCount ?? 0;
}
