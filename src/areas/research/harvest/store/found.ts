import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { AskedMarket } from '../plan/group-markets.ts';
import type { CollectedKeyword } from '../collect-keywords.ts';
import { FIGURES_COLUMNS, toFiguresRow } from './figures.ts';

export interface Found {
  readonly runId: string;
  readonly market: Pick<AskedMarket, 'places' | 'languageCode'>;
  /** None twice, sorted. */
  readonly keywords: readonly CollectedKeyword[];
}

const COLUMNS = { original_text: 'text', source: 'text', idea_category_id: 'text', ...FIGURES_COLUMNS } as const;
const FIGURES = Object.keys(FIGURES_COLUMNS).filter((name) => name !== 'keyword');

/** Figures that are known stay. */
const SET_FIGURES = FIGURES.map(
  (name) => `${name} = case when research_keywords.figures_status is null then excluded.${name} else research_keywords.${name} end`,
);

const UPSERT = `insert into research_keywords
    (run_id, location_code, language_code, keyword, original_text, sources, idea_category_id, ${FIGURES.join(', ')})
  select $1, place, $2, found.keyword, found.original_text, array[found.source], found.idea_category_id,
    ${FIGURES.map((name) => `found.${name}${toCast(name)}`).join(', ')}
  from ${unnest(COLUMNS, { alias: 'found', first: 4 })} cross join unnest($3::integer[]) as place
  order by found.keyword, place
  on conflict (run_id, location_code, language_code, keyword) do update set
    sources = case when research_keywords.sources @> excluded.sources then research_keywords.sources
      else research_keywords.sources || excluded.sources end,
    idea_category_id = coalesce(research_keywords.idea_category_id, excluded.idea_category_id),
    ${SET_FIGURES.join(', ')}`;

/** Adds what a source found to each place of a market; what is there already gets the source, and figures that it lacks. */
export async function upsertFound(sql: Sql, { runId, market, keywords }: Found): Promise<void> {
  if (keywords.length === 0) return;
  const rows = keywords.map(({ keyword, originalText, source, ideaCategoryId, figures }) => ({
    ...toFiguresRow(keyword, figures),
    original_text: originalText,
    source,
    idea_category_id: ideaCategoryId,
  }));
  const places = market.places.map(({ locationCode }) => locationCode);
  await sql.query(UPSERT, [runId, market.languageCode, places, ...toArrays(COLUMNS, rows)]);
}

function toCast(name: string): string {
  if (name === 'monthly_searches') return '::jsonb';
  return name === 'provider_category_ids' ? '::integer[]' : '';
}
