import type { CopySource } from '#stores/copy-types.ts';
import { listStoredWeeks } from './analytics.ts';
import { toSnapshotLine } from './snapshot-line.ts';
import { listCopiedWeeks, listWeekDays, listWeekUnits } from './store/copies.ts';

/** The weekly snapshots that ClickHouse must have, and how their rows are made again. */
export const copySources: readonly CopySource[] = [
  {
    name: 'backlink_snapshots',
    table: 'backlink_snapshots',
    listDays: listWeekDays,
    listUnits: listWeekUnits,
    listStored: listStoredWeeks,
    mayHaveMore: false,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => {
        const keys = units.map(({ key }) => key);
        const snapshots = await listCopiedWeeks(sql, keys);
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
