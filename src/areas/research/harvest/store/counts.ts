import type { Sql } from '#stores/postgres/types.ts';

/** How many keywords a run has. */
export interface KeywordCounts {
  readonly total: number;
  readonly kept: number;
  readonly irrelevant: number;
  readonly domainSeed: number;
  readonly harvestAi: number;
}

export async function countHarvestedKeywords(sql: Sql, runId: string): Promise<KeywordCounts> {
  const { rows } = await sql.query<KeywordCounts>(
    `select count(*) as total, count(*) filter (where status = 'kept') as kept, count(*) filter (where status = 'irrelevant') as irrelevant,
       count(*) filter (where 'domain_seed' = any(sources)) as domain_seed,
       count(*) filter (where 'harvest_ai' = any(sources)) as harvest_ai
     from research_keywords where run_id = $1`,
    [runId],
  );
  return rows[0] as KeywordCounts;
}
