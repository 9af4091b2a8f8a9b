import type { Sql } from '#stores/postgres/types.ts';

/** A domain that was classified. */
export interface SureDomain {
  readonly item: string;
  readonly labels: Readonly<Record<string, string>>;
  /** 0 to 100. */
  readonly confidence: number;
}

/** Domains that were classified with that confidence and that no person corrected, the surest first. */
export async function listSureDomains(
  sql: Sql,
  { confidenceMin, limit }: { readonly confidenceMin: number; readonly limit: number },
): Promise<SureDomain[]> {
  const { rows } = await sql.query<SureDomain & Record<string, unknown>>(
    `select domain as item, classification_confidence as confidence,
       jsonb_strip_nulls(jsonb_build_object('tier1_type', tier1_type, 'domain_type', domain_type, 'property_type', property_type)) as labels
     from domains
     where classification_confidence >= $1 and domain_type is not null
       and classification_source not in ('human_feedback', 'failed', 'skipped_domain_unavailable')
     order by classification_confidence desc, id limit $2`,
    [confidenceMin, limit],
  );
  return rows;
}
