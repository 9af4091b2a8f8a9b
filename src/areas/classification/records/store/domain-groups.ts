import type { Sql } from '#stores/postgres/types.ts';

/** Domains that are alike in everything that statistics show. */
export interface DomainGroup {
  readonly tier1Type: string | null;
  readonly domainType: string | null;
  readonly propertyType: string | null;
  readonly source: string | null;
  /** 0: below 10, ... 9: 90 and more; null: not classified. */
  readonly confidenceBin: number | null;
  readonly domains: number;
  readonly confidenceSum: number;
  readonly unsure: number;
}

export interface DomainGroupFilter {
  readonly source: string | undefined;
  readonly domainId: number | undefined;
  /** Below it a domain counts as unsure; 0 to 100. */
  readonly sureFrom: number;
}

/**
 * Known domains: those with a record, and those of lists that have none. Of the latter, what was classified last counts, and one
 * without any label is not classified.
 */
export async function groupDomains(sql: Sql, { source, domainId, sureFrom }: DomainGroupFilter): Promise<DomainGroup[]> {
  const { rows } = await sql.query<DomainGroup>(
    `with known as (
       select tier1_type, domain_type, property_type, classification_source as source, classification_confidence as confidence
       from domains where $2::bigint is null or id = $2
       union all
       select ${labelOf('tier1_type')}, ${labelOf('domain_type')}, ${labelOf('property_type')}, c.source,
         case when ${labelOf('domain_type')} is not null then c.confidence end
       from (
         select distinct i.subject_hash, i.subject from classification_list_items i
         where i.kind = 'domain' and $2::bigint is null and not exists (select from domains d where d.domain = i.subject)
       ) listed
       left join classifications c on c.kind = 'domain' and c.subject_hash = listed.subject_hash
     )
     select tier1_type, domain_type, property_type, source,
       case when confidence is not null then least(confidence / 10, 9) end as confidence_bin, count(*) as domains,
       coalesce(sum(confidence), 0)::bigint as confidence_sum, count(*) filter (where confidence < $3) as unsure
     from known where $1::text is null or source = $1
     group by 1, 2, 3, 4, 5`,
    [source ?? null, domainId ?? null, sureFrom],
  );
  return rows;
}

/** A label of a stored classification. */
function labelOf(dimension: string): string {
  return `(select v.value ->> 'label' from jsonb_array_elements(c.verdicts) v where v.value ->> 'dimension' = '${dimension}' limit 1)`;
}

/** Domains that link to others, by what they are; each counts once for each domain that it links to. */
export interface ReferringGroup {
  readonly domainType: string | null;
  readonly mediaType: string | null;
  readonly links: number;
  readonly classified: number;
}

export async function groupReferring(sql: Sql): Promise<ReferringGroup[]> {
  const { rows } = await sql.query<ReferringGroup>(
    `select domain_type, media_type, count(*) as links, count(last_classified_at) as classified
     from referring_domains group by 1, 2`,
  );
  return rows;
}

export async function isKnownDomain(sql: Sql, id: number): Promise<boolean> {
  const { rows } = await sql.query<{ id: number }>('select id from domains where id = $1', [id]);
  return rows.length > 0;
}
