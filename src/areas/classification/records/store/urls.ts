import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** The dimensions of a page that have a column. */
export const URL_DIMENSIONS = [
  'page_type',
  'quality_tier',
  'domain_type',
  'spam_tier',
  'structural_type',
  'target_page_type',
  'target_page_category',
] as const;
export type UrlDimension = (typeof URL_DIMENSIONS)[number];
export const URL_SORTS = ['recent', 'confidence', 'url'] as const;
export type UrlSort = (typeof URL_SORTS)[number];
export const URL_TIERS = ['customer', 'referring', 'classified'] as const;
/** Whether it is an own page, one that links were found on, or one that was only classified. */
export type UrlTier = (typeof URL_TIERS)[number];

/** A page and what it was classified as. */
export interface UrlRecord {
  readonly id: number;
  readonly url: string;
  /** Hexadecimal digits. */
  readonly urlHash: string;
  readonly domain: string;
  readonly dataTier: UrlTier;
  readonly sourceEndpoint: string;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly pageType: string | null;
  readonly qualityTier: string | null;
  readonly qualityTierSource: 'page_rank' | 'domain_rank' | 'human_feedback' | null;
  readonly domainType: string | null;
  readonly spamTier: string | null;
  readonly structuralType: string | null;
  readonly classificationSource: string | null;
  /** 0 to 100. */
  readonly confidence: number | null;
  readonly lastClassifiedAt: Date | null;
  /** Of own pages that were judged. */
  readonly targetPageType: string | null;
  readonly targetPageCategory: string | null;
  readonly isMoneyPage: boolean | null;
  readonly targetPageConfidence: number | null;
  readonly targetPageEvidence: string[] | null;
  /** What the newest judgement cost; null: not recorded. */
  readonly costUsd: number | null;
}

const COLUMNS = `u.id, u.url, encode(u.url_hash, 'hex') as url_hash, u.domain, u.data_tier, u.source_endpoint, u.first_seen, u.last_seen,
  u.page_type, u.quality_tier, u.domain_type, u.spam_tier, u.structural_type, u.classification_source, u.confidence, u.last_classified_at,
  u.quality_tier_source, u.target_page_type, u.target_page_category, u.is_money_page, u.target_page_confidence, u.target_page_evidence,
  (select c.cost_usd from classifications c where c.kind = 'url' and c.subject_hash = u.url_hash) as cost_usd`;

export interface UrlFilter {
  readonly dimension: UrlDimension | undefined;
  /** Null: those that have no label in the dimension. */
  readonly value: string | null | undefined;
  /** Part of the address, in any case. */
  readonly search: string | undefined;
  /** Pages of this domain and those that link to it. */
  readonly domainId: number | undefined;
  /** Own pages that earn, or those that do not. */
  readonly moneyPages?: boolean | undefined;
  readonly dataTier?: UrlTier | undefined;
}

export interface UrlPage extends UrlFilter {
  readonly sort: UrlSort;
  readonly isAscending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const ORDERS: Readonly<Record<UrlSort, (way: 'asc' | 'desc') => string>> = {
  recent: (way) => `u.id ${way}`,
  confidence: (way) => `coalesce(u.confidence, -1) ${way}, u.id ${way}`,
  url: (way) => `left(u.url, 64) ${way}, u.url ${way}, u.id ${way}`,
};

export async function listUrls(sql: Sql, { sort, isAscending, limit, offset, ...filter }: UrlPage): Promise<UrlRecord[]> {
  const { conditions, values } = toConditions(filter);
  const { rows } = await sql.query<UrlRecord>(
    `select ${COLUMNS} from urls u where ${conditions} order by ${ORDERS[sort](isAscending ? 'asc' : 'desc')}
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
  return rows;
}

export async function countUrls(sql: Sql, filter: UrlFilter): Promise<number> {
  const { conditions, values } = toConditions(filter);
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total from urls u where ${conditions}`, values);
  return rows[0]?.total ?? 0;
}

/** Each combination of filters is a statement of its own, so that each can use an index. */
function toConditions({ dimension, value, search, domainId, moneyPages, dataTier }: UrlFilter): {
  readonly conditions: string;
  readonly values: unknown[];
} {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const bind = (given: unknown): string => `$${values.push(given)}`;
  if (dimension !== undefined && value === null) conditions.push(`u.${dimension} is null`);
  else if (dimension !== undefined && value !== undefined) conditions.push(`u.${dimension} = ${bind(value)}`);
  if (search !== undefined) conditions.push(`strpos(lower(u.url), ${bind(search.toLowerCase())}) > 0`);
  if (moneyPages !== undefined) conditions.push(`u.is_money_page = ${bind(moneyPages)}`);
  // Written out, so that the index of a tier can be used.
  if (dataTier !== undefined) conditions.push(`u.data_tier = '${dataTier}'`);
  if (domainId !== undefined) conditions.push(ofDomain(bind(domainId)));
  return { conditions: conditions.length === 0 ? 'true' : conditions.join(' and '), values };
}

/** Pages of the domain with this id and those that link to it. */
export function ofDomain(id: string): string {
  return `(u.domain = (select domain from domains where id = ${id}) or u.url_hash in (select url_hash from backlinks where domain_id = ${id}))`;
}

/** Classified pages whose label is no surer than that, the least sure first. */
export const unsureUrls = defineList<UrlRecord, number>({
  columns: COLUMNS,
  from: 'from urls u where coalesce(u.confidence, -1) between 0 and $1',
  order: 'coalesce(u.confidence, -1), u.id',
  values: (confidenceMax) => [confidenceMax],
});

/** Pages that are alike in everything that statistics show. */
export interface UrlGroup {
  readonly pageType: string | null;
  readonly source: string | null;
  /** 0: below 10, ... 9: 90 and more; null: not classified. */
  readonly confidenceBin: number | null;
  readonly urls: number;
  readonly confidenceSum: number;
  /** Below 65. */
  readonly unsure: number;
}

export interface UrlGroupFilter {
  readonly source: string | undefined;
  readonly domainId: number | undefined;
  /** Below it a page counts as unsure; 0 to 100. */
  readonly sureFrom: number;
}

export async function groupUrls(sql: Sql, { source, domainId, sureFrom }: UrlGroupFilter): Promise<UrlGroup[]> {
  const { rows } = await sql.query<UrlGroup>(
    `select u.page_type, u.classification_source as source, case when u.confidence is not null then least(u.confidence / 10, 9) end as confidence_bin,
       count(*) as urls, coalesce(sum(u.confidence), 0)::bigint as confidence_sum, count(*) filter (where u.confidence < $3) as unsure
     from urls u where ($1::text is null or u.classification_source = $1) and ($2::bigint is null or ${ofDomain('$2')})
     group by 1, 2, 3`,
    [source ?? null, domainId ?? null, sureFrom],
  );
  return rows;
}

/** Pages that were read, or asked a language model about, when they were classified. */
export async function countReadUrls(sql: Sql, { source, domainId }: Omit<UrlGroupFilter, 'sureFrom'>): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from urls u join classifications c on c.kind = 'url' and c.subject_hash = u.url_hash
     where c.depth <> 'free' and ($1::text is null or u.classification_source = $1) and ($2::bigint is null or ${ofDomain('$2')})
       and exists (select from jsonb_array_elements(c.verdicts) v where v ->> 'stage' in ('content', 'low_noise_crawl', 'full_page', 'placeholder', 'llm'))`,
    [source ?? null, domainId ?? null],
  );
  return rows[0]?.total ?? 0;
}

/** Addresses by their ids; unknown ones are left out. */
export async function listUrlsById(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<{ id: number; url: string }>('select id, url from urls where id = any ($1) order by id', [ids]);
  return new Map(rows.map(({ id, url }) => [id, url]));
}
