import type { Sql } from '#stores/postgres/types.ts';

/** An answer, or metrics, as they were read. */
export interface ReadAnswer {
  readonly id: string;
  /** In the observed world. */
  readonly fetchedAt: Date;
}

/** Records which answers an organization has read: its estimates count them as free. */
export async function insertReads(sql: Sql, organizationId: string | null | undefined, answers: readonly ReadAnswer[]): Promise<void> {
  if (organizationId === null || organizationId === undefined || answers.length === 0) return;
  await sql.query(
    `insert into keyword_answer_readers as known (organization_id, answer_id, fetched_at)
     select $1, answer.id, answer.fetched_at from unnest($2::text[], $3::timestamptz[]) as answer (id, fetched_at) order by answer.id
     on conflict (organization_id, answer_id) do update set fetched_at = excluded.fetched_at where known.fetched_at < excluded.fetched_at`,
    [organizationId, answers.map(({ id }) => id), answers.map(({ fetchedAt }) => fetchedAt)],
  );
}

/** The answers, among these, that an organization has read. */
export async function listRead(sql: Sql, organizationId: string, answers: readonly ReadAnswer[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select reader.answer_id as id from keyword_answer_readers reader
     join unnest($2::text[], $3::timestamptz[]) as answer (id, fetched_at)
       on reader.answer_id = answer.id and reader.fetched_at >= answer.fetched_at
     where reader.organization_id = $1`,
    [organizationId, answers.map(({ id }) => id), answers.map(({ fetchedAt }) => fetchedAt)],
  );
  return new Set(rows.map(({ id }) => id));
}
