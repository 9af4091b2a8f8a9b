import type { CopyRow, CopySource, CopyUnit } from '#stores/copy-types.ts';
import { toUtcText } from '#kernel/clock.ts';
import { toCheckLine, toResultLines, toResultTexts } from '../ingest/analytics-lines.ts';
import { listStoredResultIds, listStoredUnits } from './analytics.ts';
import type { RematchOutput } from '../rematch/start-rematch.ts';
import { toValidityDays } from '../daily-totals/validity-days.ts';
import {
  listCheckUnits,
  listCopiedPages,
  listCopiedPositions,
  listOutcomeUnits,
  listPositionDays,
  listPositionUnits,
  listResultUnits,
  listRunDays,
  type CopiedPage,
  type CopiedPosition,
} from './store.ts';

const toKey = ({ key }: CopyUnit): string => key;
const NO_IDS = { listStoredIds: () => Promise.resolve([]) };

/**
 * The rows of checks and positions that ClickHouse should have, and how missing ones are made again. Results
 * come back without the positions before theirs: only the history has those. Failed checks of the past do not
 * come back.
 */
export const copySources: readonly CopySource[] = [
  {
    name: 'serp_runs',
    table: 'serp_runs',
    listDays: listRunDays,
    listUnits: listResultUnits,
    listStored: (clickhouse, day, units) => listStoredUnits(clickhouse, 'results', { day, units, runOf: toKey }),
    mayHaveMore: false,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => (await listCopiedPages(sql, units.map(toKey))).flatMap(toResultRows),
      listStoredIds: listStoredResultIds,
    },
  },
  {
    name: 'serp_checks',
    table: 'serp_checks',
    listDays: listRunDays,
    listUnits: listCheckUnits,
    listStored: (clickhouse, day, units) => listStoredUnits(clickhouse, 'checks', { day, units, runOf: toKey }),
    mayHaveMore: false,
    fill: { kind: 'rows', listRows: async (sql, units) => (await listCopiedPages(sql, units.map(toKey))).map(toCheckRow), ...NO_IDS },
  },
  {
    name: 'ranking_history',
    table: 'ranking_history',
    listDays: listPositionDays,
    listUnits: listPositionUnits,
    listStored: (clickhouse, day, units) =>
      listStoredUnits(clickhouse, 'positions', { day, units, runOf: ({ key }) => key.split('|')[4] ?? '' }),
    mayHaveMore: false,
    fill: {
      kind: 'rows',
      listRows: async (sql, units) => (await listCopiedPositions(sql, units.map(toKey))).map(toPositionRow),
      ...NO_IDS,
    },
  },
  {
    // Outcomes that are no longer the newest follow from the stored results; they are computed project by project.
    name: 'ranking_history_past',
    table: 'ranking_history',
    listDays: listRunDays,
    listUnits: listOutcomeUnits,
    listStored: (clickhouse, day, units) =>
      listStoredUnits(clickhouse, 'outcomes', { day, units, runOf: ({ key }) => key.split('|')[1] ?? '' }),
    mayHaveMore: true,
    fill: {
      kind: 'workflow',
      workflow: 'rankings-rematch',
      subjectOf: ({ key }) => key.split('|')[0] ?? '',
      inputOf: (projectId) => ({ project_id: projectId }),
      rowsOf: (output) => (output as RematchOutput).recomputed,
    },
  },
];

function toResultRows(page: CopiedPage): CopyRow[] {
  if (page.items.length === 0) return [];
  const lines = toResultLines(toResultTexts(page.items), page).split('\n');
  return page.items.map(({ type, rankAbsolute, rankGroup, url }, at) => ({
    key: page.run.id,
    id: `${type}|${rankAbsolute}|${rankGroup}|${url ?? ''}`,
    row: JSON.parse(lines[at] ?? '{}') as object,
  }));
}

function toCheckRow(page: CopiedPage): CopyRow {
  return { key: page.run.id, id: '', row: JSON.parse(toCheckLine(page)) as object };
}

function toPositionRow({ key, columns, checkTs, checkInterval, isRecomputed, updatedAt }: CopiedPosition): CopyRow {
  const recomputed = isRecomputed ? { recomputed: 1, recomputed_at: toUtcText(updatedAt) } : {};
  return { key, id: '', row: { ...columns, check_ts: toUtcText(checkTs), stands_days: toValidityDays(checkInterval), ...recomputed } };
}
