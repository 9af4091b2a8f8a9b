import { useMemo } from 'react';
import type { FailedTry, Ranking } from '#client';
import type { ListSource } from '#data/answers/list-source.ts';
import { formatDay, UNKNOWN } from '#data/format.ts';
import { toProviderName } from '#data/names.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { toOverviewWords } from '../overview-words.ts';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import type { Reading } from '#ui/states/reading.ts';

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
  | 'ai_overview'
  | 'ai_overview_place'
> & { readonly at: string | null };

interface CheckListProps {
  readonly projectId: string;
  readonly checks: readonly Ranking[];
  readonly failures: readonly FailedTry[];
  /** The history that they are of. */
  readonly source: ListSource;
}

/** Every check of a keyword, newest first, each with its evidence; those that failed with their reason. */
export function CheckList({ projectId, checks, failures, source }: CheckListProps) {
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
      source={source}
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
  const none = {
    position: null,
    rank_absolute: null,
    url: null,
    checked_depth: null,
    cost: null,
    ai_overview: null,
    ai_overview_place: null,
  };
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
    column.text('day', 'Day', 120, {
      of: 'check_date',
      render: ({ run_id: runId, check_date: day, status }) =>
        runId === null || status === 'failed' ? (
          formatDay(day)
        ) : (
          <AppLink to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>
            {formatDay(day)}
          </AppLink>
        ),
    }),
    column.rank('outcome', 'Position', 90, {
      of: 'position',
      isOnPhone: true,
      csv: ({ status, position }) => (status === 'ranked' ? position : status),
      render: (check) => (
        <OutcomeMark value={{ ...toReading(check), outcome: check.status, position: check.position, reason: check.error }} />
      ),
    }),
    column.text('why', 'Why it failed', 240, { of: ({ status, error }) => (status === 'failed' ? error : null), isOnPhone: true }),
    column.rank('place', 'On the page', 100, {
      of: ({ status, rank_absolute: absolute }) => (status === 'ranked' ? absolute : null),
      reading: toReading,
    }),
    column.text('overview', 'AI Overview', 130, {
      of: ({ ai_overview: standing, ai_overview_place: at }) => toOverviewWords(standing, at),
    }),
    column.text('site', 'Site', 160, { of: 'domain' }),
    drawn.link('page', 'Page', 300, { of: 'url', isOnPhone: true }),
    column.count('depth', 'Depth', 80, { of: 'checked_depth', reading: toReading }),
    column.text('provider', 'Provider', 110, { of: ({ provider }) => provider && toProviderName(provider) }),
    column.usd('cost', 'Price', 80, { reading: toReading }),
    column.instant('at', 'Checked (UTC)', 160, { isKey: true }),
  ];
}
