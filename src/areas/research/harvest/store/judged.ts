import type { KeywordIntent, MonthlySearches } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { KeywordSource } from '../../runs/research-run.ts';
import type { ScoreParts } from '../judge/score-keyword.ts';
import type { MarketRows } from './metrics.ts';

/** A keyword that was found and not judged. */
export interface PendingKeyword {
  readonly locationCode: number;
  readonly keyword: string;
  readonly sources: readonly KeywordSource[];
  readonly figuresStatus: 'known' | 'unknown' | 'refused' | null;
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keywordDifficulty: number | null;
  readonly monthlySearches: readonly (Pick<MonthlySearches, 'year' | 'month'> & { readonly search_volume: number })[];
  /** As the metrics say it. */
  readonly intent: KeywordIntent | null;
  readonly intentConfidences: Readonly<Partial<Record<KeywordIntent, number>>>;
  readonly categoryIds: readonly number[];
}

/** The next keywords of a market that were not judged. */
export async function listPending(sql: Sql, { runId, market }: MarketRows, limit: number): Promise<PendingKeyword[]> {
  const { rows } = await sql.query<PendingKeyword>(
    `select location_code, keyword, sources, figures_status, search_volume, cpc, competition, keyword_difficulty, monthly_searches,
       primary_intent as intent, intent_confidences, provider_category_ids as category_ids
     from research_keywords
     where run_id = $1 and language_code = $2 and location_code = any($3) and status = 'pending'
     order by keyword, location_code limit $4`,
    [runId, market.languageCode, market.places.map(({ locationCode }) => locationCode), limit],
  );
  return rows;
}

/** The provider's categories of some texts of a market, by text. */
export async function listCategoriesOf(
  sql: Sql,
  { runId, market }: MarketRows,
  keywords: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql.query<{ keyword: string; categoryIds: number[] }>(
    `select distinct on (keyword) keyword, provider_category_ids as category_ids from research_keywords
     where run_id = $1 and language_code = $2 and location_code = any($3) and keyword = any($4) order by keyword, location_code`,
    [runId, market.languageCode, market.places.map(({ locationCode }) => locationCode), keywords],
  );
  return new Map(rows.map(({ keyword, categoryIds }) => [keyword, categoryIds]));
}

const COLUMNS = {
  location_code: 'integer',
  keyword: 'text',
  status: 'text',
  reason: 'text',
  primary_intent: 'text',
  secondary_intents: 'text[]',
  brand_flag: 'boolean',
  is_branded: 'boolean',
  has_brand_mention: 'boolean',
  score: 'double precision',
  score_parts: 'jsonb',
  current_rank: 'integer',
  ranking_url: 'text',
  keyword_id: 'text',
  captured_at: 'timestamptz',
} as const;

export interface JudgedRow {
  readonly location_code: number;
  readonly keyword: string;
  readonly status: 'kept' | 'irrelevant';
  readonly reason: string | null;
  readonly primary_intent: KeywordIntent | null;
  readonly secondary_intents: readonly KeywordIntent[];
  readonly brand_flag: boolean;
  readonly is_branded: boolean;
  readonly has_brand_mention: boolean;
  readonly score: number;
  readonly score_parts: ScoreParts;
  readonly current_rank: number | null;
  readonly ranking_url: string | null;
  readonly keyword_id: string;
  readonly captured_at: Date | null;
}

const UPDATE = `update research_keywords found
  set status = judged.status, reason = judged.reason, primary_intent = judged.primary_intent,
    secondary_intents = judged.secondary_intents::text[], brand_flag = judged.brand_flag, is_branded = judged.is_branded,
    has_brand_mention = judged.has_brand_mention, score = judged.score,
    score_parts = judged.score_parts::jsonb, current_rank = judged.current_rank, ranking_url = judged.ranking_url,
    keyword_id = judged.keyword_id, captured_at = judged.captured_at
  from ${unnest(COLUMNS, { alias: 'judged', first: 3 })}
  where found.run_id = $1 and found.language_code = $2 and found.location_code = judged.location_code
    and found.keyword = judged.keyword and found.status = 'pending'`;

export async function updateJudged(sql: Sql, { runId, market }: MarketRows, rows: readonly JudgedRow[]): Promise<void> {
  await sql.query(UPDATE, [runId, market.languageCode, ...toArrays(COLUMNS, rows)]);
}
