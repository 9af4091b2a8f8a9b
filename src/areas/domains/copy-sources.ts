import type { CopySource } from '#stores/copy-types.ts';
import { listStoredSnapshots } from './analytics.ts';
import { toSnapshotLine } from './snapshots/snapshot-line.ts';
import { listCopiedSnapshots, listSnapshotDays, listSnapshotUnits } from './store/copies.ts';

/** What ClickHouse is to have of weekly snapshots, and how it is made anew (specification 4.12). */
export const copySources: readonly CopySource[] = [
  {
    name: 'backlink_snapshots',
    table: 'backlink_snapshots',
    listDays: listSnapshotDays,
    listUnits: listSnapshotUnits,
    listStored: listStoredSnapshots,
    mayHaveMore: false,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => {
        const keys = units.map(({ key }) => key);
        const snapshots = await listCopiedSnapshots(sql, keys);
        return snapshots.map((snapshot) => ({
          key: `${snapshot.domain}|${snapshot.yearWeek}`,
          id: '',
          row: toSnapshotLine(snapshot.domain, snapshot),
        }));
      },
      listStoredIds: () => Promise.resolve([]),
    },
  },
];
