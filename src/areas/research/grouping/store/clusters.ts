import type { Page } from '#http/paging.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { ClusterMethod } from '../clusters.ts';

/** A cluster of a run's keywords. */
export interface StoredCluster {
  /** clu_ */
  readonly id: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly name: string;
  readonly mainKeyword: string;
  readonly categoryId: string | null;
  readonly keywordsCount: number;
  /** Of the keywords whose volume is known; null: of none. */
  readonly totalSearchVolume: number | null;
  /** The page of the site that should serve it; null: none yet. */
  readonly targetUrl: string | null;
  readonly method: ClusterMethod;
}

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
export async function replaceClusters(sql: Sql, runId: string, clusters: readonly StoredCluster[]): Promise<void> {
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

/** What is null does not matter. */
export interface ClusterFilter {
  readonly runId: string;
  readonly categoryId: string | null;
  readonly locationCode: number | null;
  readonly languageCode: string | null;
}

const FILTER = `from research_clusters where run_id = $1 and ($2::text is null or category_id = $2)
  and ($3::integer is null or location_code = $3) and ($4::text is null or language_code = $4)`;

/** The most searched first, unknown volumes last. */
export async function listClusters(sql: Sql, filter: ClusterFilter, { limit, offset }: Page): Promise<StoredCluster[]> {
  const { rows } = await sql.query<StoredCluster & Record<string, unknown>>(
    `select id, location_code as "locationCode", language_code as "languageCode", name, main_keyword as "mainKeyword",
       category_id as "categoryId", keywords_count as "keywordsCount", total_search_volume as "totalSearchVolume",
       target_url as "targetUrl", method
     ${FILTER} order by total_search_volume desc nulls last, keywords_count desc, id limit $5 offset $6`,
    [...toValues(filter), limit, offset],
  );
  return rows;
}

export async function countClusters(sql: Sql, filter: ClusterFilter): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${FILTER}`, toValues(filter));
  return rows[0]?.total ?? 0;
}

function toValues({ runId, categoryId, locationCode, languageCode }: ClusterFilter): unknown[] {
  return [runId, categoryId, locationCode, languageCode];
}
