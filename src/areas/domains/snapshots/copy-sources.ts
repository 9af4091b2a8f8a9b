import type { CopySource } from '#stores/copy-types.ts';
import { toSnapshotLine } from './snapshot-line.ts';
import { SUMMARY_COLUMNS, toSnapshot, type SummaryRow } from './store/weeks.ts';

type WeekRow = SummaryRow & { readonly domain: string };

/** The weekly snapshots that ClickHouse should have, and how their rows are made again. */
export const copySources: readonly CopySource[] = [
  {
    name: 'backlink_snapshots',
    table: 'backlink_snapshots',
    units: {
      from: 'domain_summaries week join domains domain on domain.id = week.domain_id',
      // Weeks that nothing is known of are not history.
      where: '(week.backlinks_count is not null or week.referring_domains_count is not null)',
      day: 'week.as_of',
      ofDay: 'week.as_of = $1::date',
      key: `domain.domain || '|' || week.year_week`,
      lookup: 'domain.domain',
      rows: '1',
      content: `concat(week.backlinks_count, '|', week.referring_domains_count, '|', week.rank)`,
    },
    stored: {
      key: ['domain', 'year_week'],
      lookup: 'domain',
      rows: 'toUInt64(1)',
      // The newest of several rows for a week counts.
      content: `concat(${['backlinks', 'referring_domains', 'rank'].map(toNewest).join(`, '|', `)})`,
    },
    fill: {
      kind: 'rows',
      columns: `domain.domain, ${SUMMARY_COLUMNS}`,
      toRows: (row: WeekRow) => [toSnapshotLine(row.domain, toSnapshot(row))],
    },
  },
];

function toNewest(column: string): string {
  return `ifNull(toString(argMax(tuple(${column}), captured_at).1), '')`;
}
