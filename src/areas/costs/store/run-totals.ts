import type { Sql } from '#stores/postgres/types.ts';

/** What each of some runs has cost so far, in USD; runs without a call are left out. */
export async function sumRunCosts(sql: Sql, runIds: readonly string[]): Promise<Map<string, number>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql.query<{ id: string; total: number }>(
    'select run_id as id, sum(cost_usd)::float8 as total from api_costs where run_id = any($1) group by run_id',
    [runIds],
  );
  return new Map(rows.map(({ id, total }) => [id, total]));
}
