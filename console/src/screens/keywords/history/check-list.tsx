import { useMemo } from 'react';
import type { FailedTry, Ranking } from '#client';
import { formatDay, formatInstant, formatUsd, UNKNOWN } from '#data/format.ts';
import { toProviderName } from '#data/names.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';

/** A check of a keyword: a good one, or one that failed. */
type Check = Pick<
  Ranking,
  | 'id'
  | 'run_id'
  | 'check_date'
  | 'status'
  | 'position'
  | 'rank_absolute'
  | 'domain'
  | 'url'
  | 'checked_depth'
  | 'provider'
  | 'cost'
  | 'error'
> & { readonly at: string | null };

interface CheckListProps {
  readonly projectId: string;
  readonly checks: readonly Ranking[];
  readonly failures: readonly FailedTry[];
}

/** Every check of a keyword, newest first, each with its evidence; those that failed with their reason. */
export function CheckList({ projectId, checks, failures }: CheckListProps) {
  const place = useLocalPlace({ sort: '-at' });
  const rows = useMemo(() => toChecks(checks, failures), [checks, failures]);
  return (
    <RowsGrid
      label="Checks of this keyword"
      rows={rows}
      columns={COLUMNS[projectId] ?? (COLUMNS[projectId] = toCheckColumns(projectId))}
      rowKey={({ id }) => id}
      place={place}
      fileName="checks"
      empty="No checks in this period."
    />
  );
}

/** The good checks of each day, and all that failed. */
function toChecks(checks: readonly Ranking[], failures: readonly FailedTry[]): Check[] {
  const failed = new Set(failures.map(({ run_id: id }) => id));
  const others = checks.filter(({ run_id: id, status }) => status !== 'failed' || id === null || !failed.has(id));
  return [...others.map((check) => ({ ...check, at: check.checked_at ?? check.failed_at })), ...failures.map(toFailedCheck)];
}

function toFailedCheck({ run_id: id, day, failed_at: at, provider, error }: FailedTry): Check {
  const none = { position: null, rank_absolute: null, url: null, checked_depth: null, cost: null };
  return { ...none, id, run_id: id, check_date: day, status: 'failed', domain: UNKNOWN, provider, error, at };
}

function toReading(check: Check): Reading {
  return {
    depth: check.checked_depth,
    checkedAt: check.at,
    provider: check.provider,
    costUsd: check.cost,
  };
}

/** Columns are made once for each project. */
const COLUMNS: Record<string, readonly RowColumn<Check>[]> = {};

function toCheckColumns(projectId: string): readonly RowColumn<Check>[] {
  return [
    {
      id: 'day',
      title: 'Day',
      kind: 'text',
      width: 120,
      value: ({ check_date: day }) => day,
      render: ({ run_id: runId, check_date: day, status }) =>
        runId === null || status === 'failed' ? (
          formatDay(day)
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
      id: 'why',
      title: 'Why it failed',
      kind: 'text',
      width: 240,
      isOnPhone: true,
      value: ({ status, error }) => (status === 'failed' ? error : null),
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
      isKey: true,
      value: ({ at }) => at,
      render: ({ at }) => formatInstant(at),
    },
  ];
}
