import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';

/** What grouping reads of a kept keyword. */
export interface KeptKeyword {
  readonly keyword: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly searchVolume: number | null;
  readonly score: number | null;
  readonly providerCategoryIds: readonly number[];
  readonly ideaCategoryId: string | null;
  readonly currentRank: number | null;
  readonly rankingUrl: string | null;
}

/** By market and text. A run's limit bounds them. */
export async function listKeptKeywords(sql: Sql, runId: string): Promise<KeptKeyword[]> {
  const { rows } = await sql.query<KeptKeyword>(
    `select keyword, location_code, language_code, search_volume, score, provider_category_ids, idea_category_id, current_rank, ranking_url
     from research_keywords where run_id = $1 and status = 'kept'
     order by location_code, language_code, keyword`,
    [runId],
  );
  return rows;
}

/** Where a keyword was put. */
export interface GroupedKeyword {
  readonly location_code: number;
  readonly language_code: string;
  readonly keyword: string;
  readonly category_id: string | null;
  readonly category_confidence: number | null;
  readonly cluster_id: string | null;
  readonly target_url: string | null;
}

const GROUPED: ColumnTypes<GroupedKeyword> = {
  location_code: 'integer',
  language_code: 'text',
  keyword: 'text',
  category_id: 'text',
  category_confidence: 'double precision',
  cluster_id: 'text',
  target_url: 'text',
};

export async function updateGroupedKeywords(sql: Sql, runId: string, rows: readonly GroupedKeyword[]): Promise<void> {
  await sql.query(
    `update research_keywords k set category_id = t.category_id, category_confidence = t.category_confidence,
       cluster_id = t.cluster_id, target_url = t.target_url
     from ${unnest(GROUPED, { first: 2 })}
     where k.run_id = $1 and k.location_code = t.location_code and k.language_code = t.language_code and k.keyword = t.keyword`,
    [runId, ...toArrays(GROUPED, rows)],
  );
}
