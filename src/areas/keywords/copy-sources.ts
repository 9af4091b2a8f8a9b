import type { CopyRow, CopySource, CopyUnit } from '#stores/copy-types.ts';
import { listStoredMonthIds, listStoredMonths, listStoredSnapshots } from './analytics.ts';
import { toMonthRows, toSnapshotRow } from './figures-history.ts';
import { listFiguredDays, listFiguredKeywords, listMonthUnits, listSnapshotUnits } from './store/copies.ts';
import type { FiguredKeyword } from './store/figures.ts';

/** What ClickHouse is to have of the newest figures of keywords, and how it is made anew. */
export const copySources: readonly CopySource[] = [
  {
    name: 'keyword_snapshots',
    table: 'keyword_snapshots',
    listDays: listFiguredDays,
    listUnits: listSnapshotUnits,
    listStored: listStoredSnapshots,
    mayHaveMore: false,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => (await listFiguredKeywords(sql, units.map(toPlace))).map(toSnapshot),
      listStoredIds: () => Promise.resolve([]),
    },
  },
  {
    name: 'monthly_keyword_searches',
    table: 'monthly_keyword_searches',
    listDays: listFiguredDays,
    listUnits: listMonthUnits,
    listStored: listStoredMonths,
    mayHaveMore: true,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => (await listFiguredKeywords(sql, units.map(toPlace))).flatMap(toMonths),
      listStoredIds: listStoredMonthIds,
    },
  },
];

function toPlace({ place }: CopyUnit): string {
  return place;
}

function toSnapshot(keyword: FiguredKeyword): CopyRow {
  return { key: `${keyword.keywordId}|${keyword.knownAt.getTime()}`, id: '', row: toSnapshotRow(keyword) };
}

function toMonths(keyword: FiguredKeyword): CopyRow[] {
  return toMonthRows(keyword, undefined).map((row) => ({ key: keyword.keywordId, id: `${row.year}-${row.month}`, row }));
}
