import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Hold } from '../ask-once.ts';

/** How new, and how long, a stored answer has to be. */
export interface Needed {
  /** In the observed world. */
  readonly since: Date;
  /** Rows of a list. */
  readonly size: number;
}

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

export async function listFreshAnswers(sql: Sql, ids: readonly string[], { since, size }: Needed): Promise<StoredAnswer[]> {
  const { rows } = await sql.query<{ id: string; answer: unknown; fetchedAt: Date }>(
    `select id, answer, fetched_at from keyword_answers
     where id = any($1) and fetched_at > $2 and (size is null or size >= $3)`,
    [ids, since, size],
    'fresh-keyword-answers',
  );
  return rows;
}

/** Takes the questions that have no fresh answer and that are free. */
export async function holdAnswers(
  sql: Sql,
  ids: readonly string[],
  { kind, hold, needed }: { readonly kind: string; readonly hold: Hold; readonly needed: Needed },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into keyword_answers as known (id, kind, held_by, held_until)
     select id, $2, $3, $4 from unnest($1::text[]) as wanted (id) order by id
     on conflict (id) do update set held_by = excluded.held_by, held_until = excluded.held_until
     where (known.held_by is null or known.held_until <= $5 or known.held_by = excluded.held_by)
       and (known.fetched_at > $6 and (known.size is null or known.size >= $7)) is not true
     returning id`,
    [ids, kind, hold.heldBy, hold.until, hold.now, needed.since, needed.size],
  );
  return rows.map(({ id }) => id);
}

export async function extendAnswers(sql: Sql, ids: readonly string[], { heldBy, until }: Hold): Promise<void> {
  await sql.query('update keyword_answers set held_until = $3 where id = any($1) and held_by = $2', [ids, heldBy, until]);
}

export async function releaseAnswers(sql: Sql, ids: readonly string[], heldBy: string): Promise<void> {
  await sql.query('update keyword_answers set held_by = null, held_until = null where id = any($1) and held_by = $2', [ids, heldBy]);
}

const COLUMNS = { id: 'text', kind: 'text', answer: 'json', size: 'integer', fetched_at: 'timestamptz' } as const;

/** Stores answers, the newest of each question. They are held no longer. */
export async function upsertAnswers(sql: Sql, answers: readonly NewAnswer[]): Promise<void> {
  // In the order in which they are held, so that two statements never wait for each other.
  const rows = answers
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ fetchedAt, answer, ...row }) => ({ ...row, answer: JSON.stringify(answer), fetched_at: fetchedAt }));
  await insertRows(sql, {
    table: 'keyword_answers',
    columns: COLUMNS,
    rows,
    suffix: `on conflict (id) do update set answer = excluded.answer, size = excluded.size, fetched_at = excluded.fetched_at,
      held_by = null, held_until = null`,
  });
}

/** Forgets answers, reads of them, and questions that were never answered. */
export async function deleteAnswersBefore(sql: Sql, before: Date, realNow: Date): Promise<number> {
  const { rowCount } = await sql.query(
    'delete from keyword_answers where fetched_at < $1 or (fetched_at is null and (held_until is null or held_until < $2))',
    [before, realNow],
  );
  await sql.query('delete from keyword_answer_readers where fetched_at < $1', [before]);
  return rowCount ?? 0;
}
