import type { RankedKeyword } from '#providers/search-data/links.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../market.ts';

/** A keyword that a domain ranks for, by the newest fetch. */
export interface RankedKeywordRecord extends Omit<RankedKeyword, 'isUp' | 'isDown'> {
  readonly locationCode: number;
  readonly languageCode: string;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

const SORT_COLUMNS = {
  search_volume: 'search_volume',
  position: 'rank_group',
  keyword: 'keyword',
  estimated_traffic: 'estimated_traffic',
} as const;
export type KeywordSort = keyof typeof SORT_COLUMNS;
export const KEYWORD_SORTS = Object.keys(SORT_COLUMNS) as [KeywordSort, ...KeywordSort[]];

export interface RankedKeywordFilter {
  readonly domainId: number;
  readonly locationCode?: number | undefined;
  readonly languageCode?: string | undefined;
  /** Part of the keyword, in any case. */
  readonly search?: string | undefined;
  readonly itemType?: string | undefined;
}

export interface RankedKeywordPage extends RankedKeywordFilter {
  readonly sort: KeywordSort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const FILTER = `from domain_keywords
  where domain_id = $1 and our_lost_at is null
    and ($2::integer is null or location_code = $2) and ($3::text is null or language_code = $3)
    and ($4::text is null or strpos(lower(keyword), lower($4)) > 0) and ($5::text is null or item_type = $5)`;

/** Unknown values come last in both orders. */
export async function listRankedKeywords(sql: Sql, page: RankedKeywordPage): Promise<RankedKeywordRecord[]> {
  const { rows } = await sql.query<RankedKeywordRecord>(
    `select keyword, location_code, language_code, item_type, rank_group, rank_absolute, previous_rank_absolute, url, title, is_new,
       search_volume, cpc, competition, competition_level, keyword_difficulty, intent, estimated_traffic, dfs_checked_at as checked_at,
       our_first_seen as first_seen, our_last_seen as last_seen
     ${FILTER}
     order by ${SORT_COLUMNS[page.sort]} ${page.order === 'asc' ? 'asc' : 'desc'} nulls last, keyword, location_code, language_code, item_type
     limit $6 offset $7`,
    [...toValues(page), page.limit, page.offset],
  );
  return rows;
}

export async function countRankedKeywords(sql: Sql, filter: RankedKeywordFilter): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${FILTER}`, toValues(filter));
  return rows[0]?.total ?? 0;
}

/** The keywords of a domain in a market, each once. */
export async function listRankedKeywordTexts(
  sql: Sql,
  given: Market & { readonly domainId: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `select distinct keyword from domain_keywords
     where domain_id = $1 and location_code = $2 and language_code = $3 and our_lost_at is null
     order by keyword limit $4`,
    [given.domainId, given.locationCode, given.languageCode, given.limit],
  );
  return rows.map(({ keyword }) => keyword);
}

function toValues({ domainId, locationCode, languageCode, search, itemType }: RankedKeywordFilter): unknown[] {
  return [domainId, locationCode ?? null, languageCode ?? null, search ?? null, itemType ?? null];
}
