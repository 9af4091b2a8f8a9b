import { toStoredMonths, type KeywordMetricsOutcome } from '#areas/keywords/index.ts';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { AskedMarket } from '../plan/group-markets.ts';

/** The rows of a run in one market, all its locations together. */
export interface MarketRows {
  readonly runId: string;
  readonly market: Pick<AskedMarket, 'places' | 'languageCode'>;
}

export const HARVESTED_METRICS = {
  keyword: 'text',
  figures_status: 'text',
  search_volume: 'integer',
  cpc: 'double precision',
  competition: 'double precision',
  competition_level: 'text',
  keyword_difficulty: 'integer',
  monthly_searches: 'jsonb',
  primary_intent: 'text',
  provider_category_ids: 'integer[]',
} as const;

type HarvestedMetricsRow = { readonly [Name in keyof typeof HARVESTED_METRICS]: unknown };

/** @param metrics null: not asked for */
export function toHarvestedMetrics(
  keyword: string,
  metrics: KeywordMetrics | null,
  status = metrics === null ? null : 'known',
): HarvestedMetricsRow {
  return {
    keyword,
    figures_status: status,
    search_volume: metrics?.searchVolume ?? null,
    cpc: metrics?.cpc ?? null,
    competition: metrics?.competition ?? null,
    competition_level: metrics?.competitionLevel ?? null,
    keyword_difficulty: metrics?.keywordDifficulty ?? null,
    monthly_searches: toStoredMonths(metrics?.monthlySearches ?? []),
    primary_intent: metrics?.intent ?? null,
    provider_category_ids: metrics?.categories ?? [],
  };
}

/** Texts that came without metrics and were not asked about, each once. */
export async function listWithoutMetrics(sql: Sql, { runId, market }: MarketRows, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `select distinct keyword from research_keywords
     where run_id = $1 and language_code = $2 and location_code = any($3) and figures_status is null order by keyword limit $4`,
    [runId, market.languageCode, toCodes(market), limit],
  );
  return rows.map(({ keyword }) => keyword);
}

const UPDATE = `update research_keywords set figures_status = told.figures_status, search_volume = told.search_volume, cpc = told.cpc,
    competition = told.competition, competition_level = told.competition_level, keyword_difficulty = told.keyword_difficulty,
    monthly_searches = told.monthly_searches::jsonb, primary_intent = told.primary_intent,
    provider_category_ids = told.provider_category_ids::integer[]
  from ${unnest(HARVESTED_METRICS, { alias: 'told', first: 4 })}
  where run_id = $1 and language_code = $2 and location_code = any($3) and research_keywords.keyword = told.keyword and research_keywords.figures_status is null`;

/** Writes what is known of each text to all locations of the market. */
export async function updateMetrics(
  sql: Sql,
  { runId, market }: MarketRows,
  metrics: ReadonlyMap<string, KeywordMetricsOutcome>,
): Promise<void> {
  const rows = [...metrics].map(([keyword, outcome]) =>
    typeof outcome === 'string' ? toHarvestedMetrics(keyword, null, outcome) : toHarvestedMetrics(keyword, outcome),
  );
  await sql.query(UPDATE, [runId, market.languageCode, toCodes(market), ...toArrays(HARVESTED_METRICS, rows)]);
}

function toCodes({ places }: MarketRows['market']): number[] {
  return places.map(({ locationCode }) => locationCode);
}
