import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { KeywordSource } from '../research-run.ts';

export const KEYWORD_STATUSES = ['kept', 'irrelevant', 'pending'] as const;
export type KeywordStatus = (typeof KEYWORD_STATUSES)[number];

export const KEYWORD_SORTS = ['score', 'search_volume', 'cpc', 'competition', 'keyword_difficulty', 'current_rank', 'keyword'] as const;
export type KeywordSort = (typeof KEYWORD_SORTS)[number];

export interface MonthlyVolume {
  readonly year: number;
  readonly month: number;
  readonly search_volume: number;
}

/** A keyword of a run. Numbers are null where they are unknown. */
export interface RunKeyword {
  readonly keyword: string;
  readonly originalText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly status: KeywordStatus;
  /** Why it is irrelevant. */
  readonly reason: string | null;
  readonly sources: readonly KeywordSource[];
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly competitionLevel: string | null;
  readonly keywordDifficulty: number | null;
  /** Newest first. */
  readonly monthlySearches: readonly MonthlyVolume[];
  readonly primaryIntent: string | null;
  readonly secondaryIntents: readonly string[];
  readonly intentConfidences: Readonly<Record<string, number>>;
  readonly brandFlag: boolean;
  /** Null: judged before own and known brands were kept apart. */
  readonly isBranded: boolean | null;
  readonly hasBrandMention: boolean | null;
  readonly providerCategoryIds: readonly number[];
  readonly score: number | null;
  readonly scoreParts: Readonly<Record<string, number | null>> | null;
  readonly categoryId: string | null;
  readonly categoryConfidence: number | null;
  readonly clusterId: string | null;
  readonly currentRank: number | null;
  readonly rankingUrl: string | null;
  readonly targetUrl: string | null;
}

/** Which keywords of a run; what is null does not matter. */
export interface RunKeywordFilter {
  readonly runId: string;
  readonly statuses: readonly KeywordStatus[];
  readonly categoryId: string | null;
  readonly clusterId: string | null;
  readonly intent: string | null;
  readonly brandFlag: boolean | null;
  readonly isBranded: boolean | null;
  readonly hasBrandMention: boolean | null;
  readonly searchVolumeMin: number | null;
  readonly source: KeywordSource | null;
  readonly locationCode: number | null;
  readonly languageCode: string | null;
  /** A part of the keyword, normalized. */
  readonly search: string | null;
}

export interface KeywordOrder {
  readonly sort: KeywordSort;
  readonly isAscending: boolean;
}

const COLUMNS = `keyword, original_text, location_code, language_code, status, reason, sources, search_volume, cpc, competition,
  competition_level, keyword_difficulty, monthly_searches, primary_intent, secondary_intents, intent_confidences, brand_flag, is_branded, has_brand_mention,
  provider_category_ids, score, score_parts, category_id, category_confidence, cluster_id, current_rank, ranking_url,
  target_url`;

const FILTER = `from research_keywords
  where run_id = $1 and status = any($2)
    and ($3::text is null or category_id = $3) and ($4::text is null or cluster_id = $4)
    and ($5::text is null or primary_intent = $5) and ($6::boolean is null or brand_flag = $6)
    and ($7::integer is null or search_volume >= $7) and ($8::text is null or $8 = any(sources))
    and ($9::integer is null or location_code = $9) and ($10::text is null or language_code = $10)
    and ($11::text is null or position($11 in keyword) > 0)
    and ($12::boolean is null or is_branded = $12) and ($13::boolean is null or has_brand_mention = $13)`;

const VALUE = `case $14 when 'score' then score when 'search_volume' then search_volume when 'cpc' then cpc when 'competition' then competition
  when 'keyword_difficulty' then keyword_difficulty when 'current_rank' then current_rank end`;

/** A page in the order that was asked for; what is unknown comes last. */
export async function listRunKeywordPage(
  sql: Sql,
  filter: RunKeywordFilter,
  { sort, isAscending, limit, offset }: KeywordOrder & Page,
): Promise<RunKeyword[]> {
  const { rows } = await sql.query<RunKeyword>(
    `select ${COLUMNS} ${FILTER}
     order by case when $15 then ${VALUE} end asc nulls last, case when not $15 then ${VALUE} end desc nulls last,
       case when $14 = 'keyword' and not $15 then keyword end desc, keyword, location_code, language_code
     limit $16 offset $17`,
    [...toValues(filter), sort, isAscending, limit, offset],
  );
  return rows;
}

export async function countRunKeywords(sql: Sql, filter: RunKeywordFilter): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${FILTER}`, toValues(filter));
  return rows[0]?.total ?? 0;
}

function toValues(filter: RunKeywordFilter): unknown[] {
  return [
    filter.runId,
    filter.statuses,
    filter.categoryId,
    filter.clusterId,
    filter.intent,
    filter.brandFlag,
    filter.searchVolumeMin,
    filter.source,
    filter.locationCode,
    filter.languageCode,
    filter.search,
    filter.isBranded,
    filter.hasBrandMention,
  ];
}

/** The kept texts of a run behind a text, in their order: of each the market where it is searched most. */
export async function listKeptKeywords(sql: Sql, runId: string, after: string, limit: number): Promise<RunKeyword[]> {
  const { rows } = await sql.query<RunKeyword>(
    `select distinct on (keyword) ${COLUMNS} from research_keywords
     where run_id = $1 and status = 'kept' and keyword > $2
     order by keyword, search_volume desc nulls last, location_code, language_code limit $3`,
    [runId, after, limit],
  );
  return rows;
}

export interface CategoryKeyword {
  readonly categoryId: string | null;
  /** Kept keywords of the category. */
  readonly total: number;
  readonly keyword: string;
  readonly score: number | null;
  readonly sources: readonly KeywordSource[];
  readonly brandFlag: boolean;
  readonly providerCategoryIds: readonly number[];
}

/** The best kept keywords of each category; null: of none. */
export async function listBestByCategory(sql: Sql, runId: string, perCategory: number): Promise<CategoryKeyword[]> {
  const { rows } = await sql.query<CategoryKeyword>(
    `select category_id, total, keyword, score, sources, brand_flag, provider_category_ids
     from (
       select *, count(*) over (partition by category_id) as total,
         row_number() over (partition by category_id order by score desc nulls last, keyword, location_code, language_code) as rank_in_category
       from research_keywords where run_id = $1 and status = 'kept'
     ) ranked
     where rank_in_category <= $2
     order by total desc, category_id nulls last, rank_in_category`,
    [runId, perCategory],
  );
  return rows;
}

export type TrackableKeyword = Pick<RunKeyword, 'keyword' | 'originalText' | 'locationCode' | 'languageCode'>;

/** Which keywords are to be tracked; what is null does not matter. */
export interface TrackableFilter {
  readonly runId: string;
  /** Normalized. */
  readonly texts: readonly string[] | null;
  readonly locationCode: number | null;
  readonly limit: number;
}

/** The best kept keywords of a run, each text of each market once. */
export async function listTrackable(sql: Sql, { runId, texts, locationCode, limit }: TrackableFilter): Promise<TrackableKeyword[]> {
  const { rows } = await sql.query<TrackableKeyword>(
    `select keyword, original_text, location_code, language_code
     from research_keywords
     where run_id = $1 and ($2::text[] is null or keyword = any($2)) and ($3::integer is null or location_code = $3)
       and (status = 'kept' or ($2::text[] is not null and status = 'irrelevant'))
     order by score desc nulls last, keyword, location_code, language_code limit $4`,
    [runId, texts, locationCode, limit],
  );
  return rows;
}
