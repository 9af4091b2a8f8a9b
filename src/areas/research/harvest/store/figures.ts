import { toStoredMonths, type FiguresOutcome } from '#areas/keywords/index.ts';
import type { KeywordFigures } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { AskedMarket } from '../plan/group-markets.ts';

/** The rows of a run in one market, all its locations together. */
export interface MarketRows {
  readonly runId: string;
  readonly market: Pick<AskedMarket, 'places' | 'languageCode'>;
}

export const FIGURES_COLUMNS = {
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

type FiguresRow = { readonly [Name in keyof typeof FIGURES_COLUMNS]: unknown };

/** @param figures null: not asked for */
export function toFiguresRow(keyword: string, figures: KeywordFigures | null, status = figures === null ? null : 'known'): FiguresRow {
  return {
    keyword,
    figures_status: status,
    search_volume: figures?.searchVolume ?? null,
    cpc: figures?.cpc ?? null,
    competition: figures?.competition ?? null,
    competition_level: figures?.competitionLevel ?? null,
    keyword_difficulty: figures?.keywordDifficulty ?? null,
    monthly_searches: toStoredMonths(figures?.monthlySearches ?? []),
    primary_intent: figures?.intent ?? null,
    provider_category_ids: figures?.categories ?? [],
  };
}

/** Texts that came without figures and were not asked about, each once. */
export async function listWithoutFigures(sql: Sql, { runId, market }: MarketRows, limit: number): Promise<string[]> {
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
  from ${unnest(FIGURES_COLUMNS, { alias: 'told', first: 4 })}
  where run_id = $1 and language_code = $2 and location_code = any($3) and research_keywords.keyword = told.keyword and research_keywords.figures_status is null`;

/** Writes what is known of each text to all locations of the market. */
export async function updateFigures(sql: Sql, { runId, market }: MarketRows, figures: ReadonlyMap<string, FiguresOutcome>): Promise<void> {
  const rows = [...figures].map(([keyword, outcome]) =>
    typeof outcome === 'string' ? toFiguresRow(keyword, null, outcome) : toFiguresRow(keyword, outcome),
  );
  await sql.query(UPDATE, [runId, market.languageCode, toCodes(market), ...toArrays(FIGURES_COLUMNS, rows)]);
}

function toCodes({ places }: MarketRows['market']): number[] {
  return places.map(({ locationCode }) => locationCode);
}
