import type { Sql } from '#stores/postgres/types.ts';

/** Weeks that were filled in from the provider's history, and what they cost together. */
export interface FilledSum {
  readonly weeks: number;
  readonly costUsd: number;
}

export async function sumFilledWeeks(sql: Sql, domainId: number): Promise<FilledSum> {
  const { rows } = await sql.query<FilledSum>(
    `select count(*) as weeks, coalesce(sum(cost_usd), 0) as cost_usd from domain_summaries where domain_id = $1 and source = 'history'`,
    [domainId],
  );
  return rows[0] ?? { weeks: 0, costUsd: 0 };
}
