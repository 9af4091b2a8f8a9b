import type { Market } from '#areas/domains/index.ts';
import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { GapFilter, GapKeyword, GapKind, GapSort } from '../gap.ts';

/** The sites that are compared, by the ids of their records. */
export interface GapSites {
  readonly ownId: number;
  /** At least one, each once. */
  readonly rivalIds: readonly number[];
  readonly market: Market;
}

export interface GapOrder extends Page {
  readonly sort: GapSort;
  readonly order: 'asc' | 'desc';
}

/**
 * Organic positions of all sites, put together by keyword, with the kinds of each. `domain_keywords` has a keyword once
 * for each site, market and type of result.
 */
const KEYWORDS = `with found as (
    select k.keyword, max(k.search_volume) as volume, max(k.keyword_difficulty) as difficulty, max(k.cpc) as cpc,
      max(k.intent) as intent, min(k.rank_group) filter (where k.domain_id = $2) as own,
      count(*) filter (where k.domain_id <> $2) as rivals, min(k.rank_group) filter (where k.domain_id <> $2) as best,
      max(k.rank_group) filter (where k.domain_id <> $2) as worst,
      json_agg(json_build_object('domain', d.domain, 'position', k.rank_group, 'rankAbsolute', k.rank_absolute, 'url', k.url) order by k.rank_group, d.domain) as standings
    from domain_keywords k join domains d on d.id = k.domain_id
    where k.domain_id = any ($1) and k.location_code = $3 and k.language_code = $4 and k.item_type = 'organic'
      and k.our_lost_at is null and k.rank_group <= $5
    group by k.keyword
  ), judged as (
    select *, array_remove(array[
      case when own is null and rivals = cardinality($1) - 1 then 'missing' end,
      case when own is null then 'untapped' end,
      case when rivals = cardinality($1) - 1 and own > worst then 'weak' end,
      case when rivals = cardinality($1) - 1 and own < best then 'strong' end,
      case when rivals = cardinality($1) - 1 and own is not null then 'shared' end,
      case when rivals = 0 then 'unique' end], null) as kinds
    from found
    where ($6::integer is null or volume >= $6) and ($7::text is null or strpos(keyword, lower($7)) > 0)
  )`;

const SORT_COLUMNS: Readonly<Record<GapSort, string>> = {
  search_volume: 'volume',
  keyword_difficulty: 'difficulty',
  own_position: 'own',
  best_position: 'best',
  keyword: 'keyword',
};

/** Unknown values come last in both orders. */
export async function listGapKeywords(
  sql: Sql,
  { sites, filter, page }: { readonly sites: GapSites; readonly filter: GapFilter; readonly page: GapOrder },
): Promise<GapKeyword[]> {
  const { rows } = await sql.query<GapKeyword>(
    `${KEYWORDS}
     select keyword, kinds, volume as search_volume, difficulty as keyword_difficulty, cpc, intent, own as own_position,
       best as best_position, standings
     from judged where $8::text is null or $8 = any (kinds)
     order by ${SORT_COLUMNS[page.sort]} ${page.order === 'asc' ? 'asc' : 'desc'} nulls last, keyword limit $9 offset $10`,
    [...toValues(sites, filter), filter.kind ?? null, page.limit, page.offset],
  );
  return rows;
}

/** Keywords of each kind, whatever kind is asked for, and of all kinds together. */
export async function countGapKeywords(
  sql: Sql,
  { sites, filter }: { readonly sites: GapSites; readonly filter: GapFilter },
): Promise<Readonly<Record<GapKind | 'all', number>>> {
  const { rows } = await sql.query<Record<GapKind | 'all', number>>(
    `${KEYWORDS}
     select count(*) filter (where 'missing' = any (kinds)) as missing, count(*) filter (where 'untapped' = any (kinds)) as untapped,
       count(*) filter (where 'weak' = any (kinds)) as weak, count(*) filter (where 'strong' = any (kinds)) as strong,
       count(*) filter (where 'shared' = any (kinds)) as shared, count(*) filter (where 'unique' = any (kinds)) as unique,
       count(*) as all
     from judged`,
    toValues(sites, filter),
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('a count has a row');
  return counts;
}

function toValues({ ownId, rivalIds, market }: GapSites, { positionMax, volumeMin, search }: GapFilter): unknown[] {
  const { locationCode, languageCode } = market;
  return [[ownId, ...rivalIds], ownId, locationCode, languageCode, positionMax, volumeMin ?? null, search ?? null];
}
