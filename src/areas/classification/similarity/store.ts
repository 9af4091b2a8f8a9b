import type { Sql } from '#stores/postgres/types.ts';

/** A domain that was classified. */
export interface SureDomain {
  readonly item: string;
  /** By dimension. */
  readonly labels: Readonly<Record<string, string>>;
  /** 0 to 100. */
  readonly confidence: number;
}

/** Domains that were classified with that confidence and that no person corrected, the surest first. */
export async function listSureDomains(
  sql: Sql,
  { confidenceMin, limit }: { readonly confidenceMin: number; readonly limit: number },
): Promise<SureDomain[]> {
  const { rows } = await sql.query<SureDomain>(
    `select subject as item, confidence,
       (select jsonb_object_agg(verdict ->> 'dimension', verdict ->> 'label') from jsonb_array_elements(verdicts) verdict) as labels
     from classifications
     where kind = 'domain' and confidence >= $1 and source in ('rules', 'rules_vectorize', 'llm') and jsonb_array_length(verdicts) > 0
     order by confidence desc, subject_hash limit $2`,
    [confidenceMin, limit],
  );
  return rows;
}
