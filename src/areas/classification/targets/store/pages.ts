import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';

/** What is kept of an own page. */
export interface TargetPageRow {
  readonly url: string;
  /** As PostgreSQL writes bytes. */
  readonly url_hash: string;
  readonly domain: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly data_tier: 'customer';
  /** Which of our sources named it when it was first seen. */
  readonly source_endpoint: string;
  readonly quality_tier: string | null;
  readonly quality_tier_source: 'domain_rank' | null;
  readonly target_page_type: string | null;
  readonly target_page_category: string | null;
  readonly is_money_page: boolean | null;
  readonly target_page_confidence: number;
  readonly target_page_evidence: readonly string[];
  readonly links_to: number;
  readonly linking_domains: number;
  readonly ranked_keywords: number;
  readonly target_judged_at: Date;
}

const ROW: ColumnTypes<TargetPageRow> = {
  url: 'text',
  url_hash: 'bytea',
  domain: 'text',
  first_seen: 'timestamptz',
  last_seen: 'timestamptz',
  data_tier: 'text',
  source_endpoint: 'text',
  quality_tier: 'text',
  quality_tier_source: 'text',
  target_page_type: 'text',
  target_page_category: 'text',
  is_money_page: 'boolean',
  target_page_confidence: 'smallint',
  target_page_evidence: 'text[]',
  links_to: 'integer',
  linking_domains: 'integer',
  ranked_keywords: 'integer',
  target_judged_at: 'timestamptz',
};
/** What a person said of the tier stays, and the rank of the page is worth more than that of its domain. */
const TIER = `case when urls.quality_tier_source in ('human_feedback', 'page_rank') or excluded.quality_tier is null then`;

/** No address twice, and sorted by hash, so that two writers do not wait for each other in a circle. */
export async function upsertTargetPages(sql: Sql, rows: readonly TargetPageRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'urls',
    columns: ROW,
    rows,
    suffix: `on conflict (url_hash) do update set data_tier = excluded.data_tier, target_page_type = excluded.target_page_type,
       target_page_category = excluded.target_page_category, is_money_page = excluded.is_money_page,
       target_page_confidence = excluded.target_page_confidence, target_page_evidence = excluded.target_page_evidence,
       links_to = excluded.links_to, linking_domains = excluded.linking_domains, ranked_keywords = excluded.ranked_keywords,
       target_judged_at = excluded.target_judged_at, last_seen = greatest(urls.last_seen, excluded.last_seen),
       quality_tier = ${TIER} urls.quality_tier else excluded.quality_tier end,
       quality_tier_source = ${TIER} urls.quality_tier_source else excluded.quality_tier_source end`,
  });
}

/** Own pages of a site and its sub-domains. @param domain the number of the parameter with its host */
function ofSite(domain: string): string {
  return `target_judged_at is not null
    and (reverse(domain) = reverse(${domain}) or reverse(domain) like reverse('.' || ${domain}) || '%')`;
}

/** Pages of the site that no source names any more have no links and no keywords. */
export async function clearOldCounts(sql: Sql, domain: string, judgedBefore: Date): Promise<void> {
  await sql.query(
    `update urls set links_to = 0, linking_domains = 0, ranked_keywords = 0, target_judged_at = $2
     where ${ofSite('$1')} and target_judged_at < $2`,
    [domain, judgedBefore],
  );
}

/** What is stored of an own page. */
export interface TargetPageRecord {
  readonly id: number;
  readonly url: string;
  readonly urlHash: string;
  readonly domain: string;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly pageType: string | null;
  readonly qualityTier: string | null;
  readonly qualityTierSource: 'page_rank' | 'domain_rank' | 'human_feedback' | null;
  readonly targetPageType: string | null;
  readonly targetPageCategory: string | null;
  readonly isMoneyPage: boolean | null;
  readonly targetPageConfidence: number;
  readonly targetPageEvidence: string[];
  readonly linksTo: number;
  readonly linkingDomains: number;
  readonly rankedKeywords: number;
  readonly targetJudgedAt: Date;
}

export interface TargetPageFilter {
  readonly domain: string;
  /** Undefined: both, and those that are not known. */
  readonly moneyPages: boolean | undefined;
  readonly type: string | undefined;
  readonly category: string | undefined;
}

const FITS = `${ofSite('$1')} and ($2::boolean is null or is_money_page = $2) and ($3::text is null or target_page_type = $3)
  and ($4::text is null or target_page_category = $4)`;

function toValues({ domain, moneyPages, type, category }: TargetPageFilter): unknown[] {
  return [domain, moneyPages ?? null, type ?? null, category ?? null];
}

/** Own pages, first those with the most links, then those with the most keywords. */
export async function listTargetPages(sql: Sql, filter: TargetPageFilter, { limit, offset }: Page): Promise<TargetPageRecord[]> {
  const { rows } = await sql.query<TargetPageRecord>(
    `select id, url, encode(url_hash, 'hex') as url_hash, domain, first_seen, last_seen, page_type, quality_tier, quality_tier_source,
       target_page_type, target_page_category, is_money_page, target_page_confidence, target_page_evidence, links_to, linking_domains,
       ranked_keywords, target_judged_at
     from urls where ${FITS} order by links_to desc, ranked_keywords desc, id limit $5 offset $6`,
    [...toValues(filter), limit, offset],
  );
  return rows;
}

/** Pages of a type of the same category; nulls: no rule knows them. */
export interface TargetPageGroup {
  readonly type: string | null;
  readonly category: string | null;
  readonly isMoneyPage: boolean | null;
  readonly pages: number;
  readonly linksTo: number;
  readonly rankedKeywords: number;
}

export async function groupTargetPages(sql: Sql, filter: TargetPageFilter): Promise<TargetPageGroup[]> {
  const { rows } = await sql.query<TargetPageGroup>(
    `select target_page_type as type, target_page_category as category, is_money_page, count(*) as pages, sum(links_to)::bigint as links_to,
       sum(ranked_keywords)::bigint as ranked_keywords
     from urls where ${FITS} group by 1, 2, 3 order by count(*) desc, target_page_type limit 100`,
    toValues(filter),
  );
  return rows;
}

/** What a page was judged to be; its hash as PostgreSQL writes bytes. */
export type TargetLabels = Pick<
  TargetPageRecord,
  'urlHash' | 'targetPageType' | 'targetPageCategory' | 'isMoneyPage' | 'targetPageConfidence' | 'targetPageEvidence'
>;

/** What an address was judged to be, by its hash; unknown ones are left out. */
export async function listTargetLabels(sql: Sql, hashes: readonly string[]): Promise<TargetLabels[]> {
  const { rows } = await sql.query<TargetLabels>(
    `select url_hash::text as url_hash, target_page_type, target_page_category, is_money_page, target_page_confidence, target_page_evidence
     from urls where url_hash = any ($1::text[]::bytea[]) and target_judged_at is not null`,
    [hashes],
  );
  return rows;
}

/** When pages of the site were judged last. */
export async function findJudgedAt(sql: Sql, domain: string): Promise<Date | undefined> {
  const { rows } = await sql.query<{ judgedAt: Date | null }>(`select max(target_judged_at) as judged_at from urls where ${ofSite('$1')}`, [
    domain,
  ]);
  return rows[0]?.judgedAt ?? undefined;
}
