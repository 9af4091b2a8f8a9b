import { fromStoredMonths, toMetricsSnapshotRow } from '#areas/keywords/index.ts';
import { byUtcDay, type CopySource } from '#stores/copy-types.ts';
import type { HarvestOrder } from './harvest-order.ts';
import type { PendingKeyword } from './store/judged.ts';

/** Rows of one insert into the outbox. */
export const SNAPSHOT_ROWS = 100;

/** A harvested keyword whose metrics are known. */
export interface SnapshotKeyword extends Pick<
  PendingKeyword,
  'locationCode' | 'keyword' | 'searchVolume' | 'cpc' | 'competition' | 'keywordDifficulty' | 'monthlySearches'
> {
  readonly runId: string;
  readonly keywordId: string;
  readonly languageCode: string;
  readonly intent: PendingKeyword['intent'];
  readonly capturedAt: Date;
  readonly projectId: string | null;
  readonly organizationId: HarvestOrder['organizationId'];
}

/** The metrics of a harvested keyword for its history. What is unknown is null. */
export function toSnapshotRow({ runId, capturedAt, monthlySearches, keyword, ...row }: SnapshotKeyword): object {
  const months = fromStoredMonths(monthlySearches);
  const snapshot = toMetricsSnapshotRow({ ...row, keywordText: keyword, monthlySearches: months, knownAt: capturedAt });
  return { ...snapshot, source: 'research', run_id: runId };
}

/** The snapshots of harvests that ClickHouse should have, and how their rows are made again. */
export const copySources: readonly CopySource[] = [
  {
    name: 'research_snapshots',
    table: 'keyword_snapshots',
    units: {
      from: 'research_keywords keyword join research_runs run on run.id = keyword.run_id',
      where: 'keyword.captured_at is not null',
      ...byUtcDay('keyword.captured_at'),
      key: `keyword.run_id || '|' || keyword.keyword_id`,
      lookup: 'keyword.keyword_id',
      rows: '1',
      content: `coalesce(keyword.search_volume::text, '')`,
    },
    stored: {
      key: ['run_id', 'keyword_id'],
      lookup: 'keyword_id',
      day: 'toDate(captured_at)',
      where: `run_id <> ''`,
      content: `ifNull(toString(any(tuple(search_volume)).1), '')`,
    },
    fill: {
      kind: 'rows',
      columns: `keyword.run_id, keyword.keyword_id, keyword.location_code, keyword.language_code, keyword.keyword, keyword.search_volume,
        keyword.cpc, keyword.competition, keyword.keyword_difficulty, keyword.monthly_searches, keyword.primary_intent as intent,
        keyword.captured_at, run.project_id,
        run.organization_id`,
      toRows: (row: SnapshotKeyword) => [toSnapshotRow(row)],
    },
  },
];
