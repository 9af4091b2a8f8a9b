import type { CopyRow, CopySource, CopyUnit } from '#stores/copy-types.ts';
import { listStoredMonthIds, listStoredMonths, listStoredMetrics } from './analytics.ts';
import { toMonthRows, toMetricsSnapshotRow } from './metrics-history.ts';
import { listMetricDays, listKeywordsWithMetrics, listMonthUnits, listMetricUnits } from './store/copies.ts';
import type { KeywordWithMetrics } from './store/metrics.ts';

/** The newest metrics of keywords that ClickHouse must have, and how their rows are made again. */
export const copySources: readonly CopySource[] = [
  {
    name: 'keyword_snapshots',
    table: 'keyword_snapshots',
    listDays: listMetricDays,
    listUnits: listMetricUnits,
    listStored: listStoredMetrics,
    mayHaveMore: false,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => (await listKeywordsWithMetrics(sql, units.map(toPlace))).map(toSnapshot),
      listStoredIds: () => Promise.resolve([]),
    },
  },
  {
    name: 'monthly_keyword_searches',
    table: 'monthly_keyword_searches',
    listDays: listMetricDays,
    listUnits: listMonthUnits,
    listStored: listStoredMonths,
    mayHaveMore: true,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => (await listKeywordsWithMetrics(sql, units.map(toPlace))).flatMap(toMonths),
      listStoredIds: listStoredMonthIds,
    },
  },
];

function toPlace({ place }: CopyUnit): string {
  return place;
}

function toSnapshot(keyword: KeywordWithMetrics): CopyRow {
  return { key: `${keyword.keywordId}|${keyword.knownAt.getTime()}`, id: '', row: toMetricsSnapshotRow(keyword) };
}

function toMonths(keyword: KeywordWithMetrics): CopyRow[] {
  return toMonthRows(keyword, undefined).map((row) => ({ key: keyword.keywordId, id: `${row.year}-${row.month}`, row }));
}
