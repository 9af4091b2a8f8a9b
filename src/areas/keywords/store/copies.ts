import type { CopyUnit, UnitPage } from '#stores/copy-types.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { METRICS_COLUMNS, FIRST_PROJECT, toKeywordWithMetrics, type KeywordWithMetrics, type MetricsRow } from './metrics.ts';

/** What ClickHouse is to have of the figures of keywords, read for the copy of what it lacks. */

/** `$1` is a day in UTC, whatever the time zone of the server. */
const DAY_START = `($1::date::timestamp at time zone 'UTC')`;
/** Keywords that have got what is known of their subject. */
const FIGURED = `from keywords keyword join keyword_figures figures on figures.id = keyword.figures_id and figures.known_at = keyword.enriched_at`;
const OF_DAY = `figures.known_at >= ${DAY_START} and figures.known_at < ${DAY_START} + interval '1 day'`;
const SNAPSHOT_KEY = `keyword.id || '|' || floor(extract(epoch from figures.known_at) * 1000)::bigint`;

export async function listMetricDays(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ day: string }>(
    `select distinct (figures.known_at at time zone 'UTC')::date as day ${FIGURED} order by day`,
  );
  return rows.map(({ day }) => day);
}

/** One unit a keyword: its newest row of `keyword_snapshots`. */
export async function listMetricUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select ${SNAPSHOT_KEY} as key, keyword.id as place, 1 as rows, coalesce(figures.search_volume::text, '') as content
     ${FIGURED} where ${OF_DAY} and ${SNAPSHOT_KEY} > $2 order by key limit $3`,
    [day, after, limit],
  );
  return rows;
}

/** One unit a keyword: its months. */
export async function listMonthUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select keyword.id as key, keyword.id as place, jsonb_array_length(figures.monthly_searches) as rows, '' as content
     ${FIGURED} where ${OF_DAY} and keyword.id > $2 order by key limit $3`,
    [day, after, limit],
  );
  return rows;
}

export async function listKeywordsWithMetrics(sql: Sql, keywordIds: readonly string[]): Promise<KeywordWithMetrics[]> {
  const { rows } = await sql.query<MetricsRow & Record<string, unknown>>(
    `select ${METRICS_COLUMNS}, first.project_id, first.organization_id
     ${FIGURED} ${FIRST_PROJECT} where keyword.id = any($1::text[]) order by keyword.id`,
    [keywordIds],
  );
  return rows.map(toKeywordWithMetrics);
}
