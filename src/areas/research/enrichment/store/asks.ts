import type { Sql } from '#stores/postgres/types.ts';

/** Marks the question of a run to the model. @returns false when it was marked before */
export async function insertAsk(sql: Sql, runId: string, askedAt: Date): Promise<boolean> {
  const { rows } = await sql.query<{ runId: string }>(
    'insert into research_asks (run_id, asked_at) values ($1, $2) on conflict do nothing returning run_id',
    [runId, askedAt],
  );
  return rows.length > 0;
}

/** @returns undefined where no answer is kept */
export async function findAnswer(sql: Sql, runId: string): Promise<unknown> {
  const { rows } = await sql.query<{ answer: unknown }>('select answer from research_asks where run_id = $1', [runId]);
  return rows[0]?.answer ?? undefined;
}

export async function keepAnswer(sql: Sql, runId: string, answer: unknown): Promise<void> {
  await sql.query('update research_asks set answer = $2 where run_id = $1', [runId, JSON.stringify(answer)]);
}

export async function deleteAsk(sql: Sql, runId: string): Promise<void> {
  await sql.query('delete from research_asks where run_id = $1', [runId]);
}
