import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { AskedMarket } from '../plan/group-markets.ts';
import type { CollectedKeyword } from '../collect-keywords.ts';
import { HARVESTED_METRICS, toHarvestedMetrics } from './metrics.ts';

export interface Found {
  readonly runId: string;
  readonly market: Pick<AskedMarket, 'places' | 'languageCode'>;
  /** None twice, sorted. */
  readonly keywords: readonly CollectedKeyword[];
}

const COLUMNS = {
  original_text: 'text',
  source: 'text',
  idea_category_id: 'text',
  ...HARVESTED_METRICS,
} as const;

/** The first metrics stay. */
const first = (column: string): string =>
  `${column} = case when research_keywords.figures_status is null then excluded.${column} else research_keywords.${column} end`;

const UPSERT = `insert into research_keywords (run_id, location_code, language_code, keyword, original_text, sources, idea_category_id,
    figures_status, search_volume, cpc, competition, competition_level, keyword_difficulty, monthly_searches, primary_intent,
    provider_category_ids)
  select $1, location_code, $2, found.keyword, found.original_text, array[found.source], found.idea_category_id,
    found.figures_status, found.search_volume, found.cpc, found.competition, found.competition_level, found.keyword_difficulty,
    found.monthly_searches::jsonb, found.primary_intent, found.provider_category_ids::integer[]
  from ${unnest(COLUMNS, { alias: 'found', first: 4 })} cross join unnest($3::integer[]) as location_code
  order by found.keyword, location_code
  on conflict (run_id, location_code, language_code, keyword) do update set
    sources = array(select distinct source from unnest(research_keywords.sources || excluded.sources) as source order by source),
    idea_category_id = coalesce(research_keywords.idea_category_id, excluded.idea_category_id),
    ${first('figures_status')}, ${first('search_volume')}, ${first('cpc')}, ${first('competition')}, ${first('competition_level')},
    ${first('keyword_difficulty')}, ${first('monthly_searches')}, ${first('primary_intent')}, ${first('provider_category_ids')}
  where not research_keywords.sources @> excluded.sources
    or (research_keywords.idea_category_id is null and excluded.idea_category_id is not null)
    or (research_keywords.figures_status is null and excluded.figures_status is not null)`;

/** Adds what a source found to each location of a market; what is there already gets the source, and metrics that it lacks. */
export async function upsertFound(sql: Sql, { runId, market, keywords }: Found): Promise<void> {
  if (keywords.length === 0) return;
  const rows = keywords.map(({ keyword, originalText, source, ideaCategoryId, metrics }) => ({
    ...toHarvestedMetrics(keyword, metrics),
    original_text: originalText,
    source,
    idea_category_id: ideaCategoryId,
  }));
  const codes = market.places.map(({ locationCode }) => locationCode);
  await sql.query(UPSERT, [runId, market.languageCode, codes, ...toArrays(COLUMNS, rows)]);
}
