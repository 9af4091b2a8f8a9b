import { DAY_MS } from '#kernel/durations.ts';
import { packBytes, unpackBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/** How long an answer serves before it is asked for again. */
const FRESH_MS = DAY_MS;
/** Of one answer, unpacked: a list of 1,000 keywords with their months has half a megabyte. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

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
  const { rows } = await sql.query<StoredAnswer & { readonly packed: Buffer | null }>(
    `select id, answer, packed, fetched_at from keyword_answers
     where id = any($1) and fetched_at > $2 and (size is null or size >= $3)`,
    [ids, new Date(now.getTime() - FRESH_MS), size],
    'fresh-keyword-answers',
  );
  const found = new Map<string, StoredAnswer>();
  for (const { id, answer, packed, fetchedAt } of rows)
    found.set(id, { id, answer: packed === null ? answer : await unpackAnswer(packed), fetchedAt });
  return found;
}

async function unpackAnswer(packed: Buffer): Promise<unknown> {
  return JSON.parse((await unpackBytes(packed, { bytesMax: ANSWER_BYTES_MAX })).toString('utf8'));
}

const COLUMNS = { id: 'text', kind: 'text', packed: 'bytea', size: 'integer', fetched_at: 'timestamptz' } as const;

/** Stores answers, the newest of each question. Packed here: PostgreSQL itself takes some 50 ms to compress a list of a thousand keywords. */
export async function upsertAnswers(sql: Sql, answers: readonly NewAnswer[]): Promise<void> {
  // In one order, so that two statements never wait for each other.
  const rows = answers
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ fetchedAt, answer, ...row }) => ({ ...row, packed: packBytes(JSON.stringify(answer)), fetched_at: fetchedAt }));
  await insertRows(sql, {
    table: 'keyword_answers',
    columns: COLUMNS,
    rows,
    suffix:
      'on conflict (id) do update set answer = null, packed = excluded.packed, size = excluded.size, fetched_at = excluded.fetched_at',
  });
}

/** Forgets answers, and reads of them. */
export async function deleteAnswersBefore(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query('delete from keyword_answers where fetched_at < $1', [before]);
  await sql.query('delete from keyword_answer_readers where fetched_at < $1', [before]);
  return rowCount ?? 0;
}
