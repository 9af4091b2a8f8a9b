import { byUtcDay, type CopySource } from '#stores/copy-types.ts';
import { toMetricsSnapshotRow, toMonthRows } from './metrics/metrics-history.ts';
import { FIRST_PROJECT, FIRST_PROJECT_COLUMNS, METRICS_COLUMNS, toKeywordWithMetrics, type MetricsRow } from './metrics/store/metrics.ts';

/** Keywords that have what is known of their subject. */
const KEYWORDS = {
  from: 'keywords keyword join keyword_figures metrics on metrics.id = keyword.figures_id',
  where: 'metrics.known_at = keyword.enriched_at',
  ...byUtcDay('metrics.known_at'),
  lookup: 'keyword.id',
};
const COLUMNS = {
  kind: 'rows',
  columns: `${METRICS_COLUMNS}, ${FIRST_PROJECT_COLUMNS}`,
  joins: FIRST_PROJECT,
} as const;

/** The newest metrics of keywords that ClickHouse should have, and how their rows are made again. */
export const copySources: readonly CopySource[] = [
  {
    name: 'keyword_snapshots',
    table: 'keyword_snapshots',
    units: {
      ...KEYWORDS,
      key: `keyword.id || '|' || to_char(metrics.known_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`,
      rows: '1',
      content: `coalesce(metrics.search_volume::text, '')`,
    },
    stored: {
      key: ['keyword_id', 'captured_at'],
      lookup: 'keyword_id',
      day: 'toDate(captured_at)',
      // Others are of research runs.
      where: `run_id = ''`,
      content: `ifNull(toString(any(tuple(search_volume)).1), '')`,
    },
    fill: { ...COLUMNS, toRows: (row: MetricsRow) => [toMetricsSnapshotRow(toKeywordWithMetrics(row))] },
  },
  {
    name: 'monthly_keyword_searches',
    table: 'monthly_keyword_searches',
    units: { ...KEYWORDS, key: 'keyword.id', rows: 'jsonb_array_length(metrics.monthly_searches)' },
    stored: { key: ['keyword_id'], lookup: 'keyword_id', rows: 'uniqExact(year, month)', mayHaveMore: true },
    fill: { ...COLUMNS, toRows: (row: MetricsRow) => toMonthRows(toKeywordWithMetrics(row), undefined), id: ['year', 'month'] },
  },
];
