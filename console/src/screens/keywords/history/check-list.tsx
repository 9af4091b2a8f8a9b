import type { Ranking } from '../../../../../clients/typescript/src/index.ts';
import { formatDay, formatInstant, formatUsd, UNKNOWN } from '../../../data/format.ts';
import { toProviderName } from '../../../data/names.ts';
import { AppLink } from '../../../ui/app-link.tsx';
import type { RowColumn } from '../../../ui/grid/column.ts';
import { useLocalPlace } from '../../../ui/grid/place.ts';
import { RowsGrid } from '../../../ui/grid/rows-grid.tsx';
import { OutcomeMark } from '../../../ui/outcome-mark.tsx';
import type { Reading } from '../../../ui/reading.ts';
import { OutsideLink } from '../../../ui/outside-link.tsx';

/** Every check of a keyword, newest first, each with its evidence. */
export function CheckList({ projectId, checks }: { readonly projectId: string; readonly checks: readonly Ranking[] }) {
  const place = useLocalPlace({ sort: '-day' });
  return (
    <RowsGrid
      label="Checks of this keyword"
      rows={checks}
      columns={COLUMNS[projectId] ?? (COLUMNS[projectId] = toCheckColumns(projectId))}
      rowKey={({ id }) => id}
      place={place}
      fileName="checks"
      empty="No checks in this period."
    />
  );
}

function toReading(check: Ranking): Reading {
  return {
    depth: check.checked_depth,
    checkedAt: check.checked_at ?? check.failed_at,
    provider: check.provider,
    costUsd: check.cost,
  };
}

/** Columns are made once for each project. */
const COLUMNS: Record<string, readonly RowColumn<Ranking>[]> = {};

function toCheckColumns(projectId: string): readonly RowColumn<Ranking>[] {
  return [
    {
      id: 'day',
      title: 'Day',
      kind: 'text',
      width: 120,
      value: ({ check_date: day }) => day,
      render: ({ run_id: runId, check_date: day }) =>
        runId === null ? (
          (day ?? UNKNOWN)
        ) : (
          <AppLink to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>
            {formatDay(day)}
          </AppLink>
        ),
    },
    {
      id: 'outcome',
      title: 'Position',
      kind: 'number',
      width: 90,
      isDescendingFirst: false,
      isOnPhone: true,
      value: ({ position }) => position,
      csv: ({ status, position }) => (status === 'ranked' ? position : status),
      render: (check) => (
        <OutcomeMark value={{ ...toReading(check), outcome: check.status, position: check.position, reason: check.error }} />
      ),
    },
    {
      id: 'place',
      title: 'On the page',
      kind: 'number',
      width: 100,
      isDescendingFirst: false,
      value: ({ status, rank_absolute: absolute }) => (status === 'ranked' ? absolute : null),
      reading: toReading,
    },
    { id: 'site', title: 'Site', kind: 'text', width: 160, value: ({ domain }) => domain },
    {
      id: 'page',
      title: 'Page',
      kind: 'text',
      width: 300,
      isOnPhone: true,
      value: ({ url }) => url,
      render: ({ url }) => (url === null ? UNKNOWN : <OutsideLink href={url} />),
    },
    { id: 'depth', title: 'Depth', kind: 'number', width: 80, value: ({ checked_depth: depth }) => depth, reading: toReading },
    { id: 'provider', title: 'Provider', kind: 'text', width: 110, value: ({ provider }) => provider && toProviderName(provider) },
    {
      id: 'cost',
      title: 'Price',
      kind: 'number',
      width: 80,
      value: ({ cost }) => cost,
      render: ({ cost }) => formatUsd(cost),
      reading: toReading,
    },
    {
      id: 'at',
      title: 'Checked (UTC)',
      kind: 'text',
      width: 160,
      value: ({ checked_at: at }) => at,
      render: ({ checked_at: at }) => formatInstant(at),
    },
  ];
}
