import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { RunCluster } from '../../runs/store/run-parts.ts';
import type { ClusterMethod } from '../clusters.ts';

interface ClusterRow {
  readonly run_id: string;
  readonly id: string;
  readonly location_code: number;
  readonly language_code: string;
  readonly name: string;
  readonly main_keyword: string;
  readonly category_id: string | null;
  readonly keywords_count: number;
  readonly total_search_volume: number | null;
  readonly target_url: string | null;
  readonly method: ClusterMethod;
}

const COLUMNS: ColumnTypes<ClusterRow> = {
  run_id: 'text',
  id: 'text',
  location_code: 'integer',
  language_code: 'text',
  name: 'text',
  main_keyword: 'text',
  category_id: 'text',
  keywords_count: 'integer',
  total_search_volume: 'bigint',
  target_url: 'text',
  method: 'text',
};

/** The clusters of a run become these. */
export async function replaceClusters(sql: Sql, runId: string, clusters: readonly RunCluster[]): Promise<void> {
  await sql.query('delete from research_clusters where run_id = $1', [runId]);
  const rows = clusters.map((cluster) => ({
    run_id: runId,
    id: cluster.id,
    location_code: cluster.locationCode,
    language_code: cluster.languageCode,
    name: cluster.name,
    main_keyword: cluster.mainKeyword,
    category_id: cluster.categoryId,
    keywords_count: cluster.keywordsCount,
    total_search_volume: cluster.totalSearchVolume,
    target_url: cluster.targetUrl,
    method: cluster.method,
  }));
  await insertRows(sql, { table: 'research_clusters', columns: COLUMNS, rows });
}
