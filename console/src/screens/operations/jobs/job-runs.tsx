import type { JobRun } from '#client';
import { formatDuration } from '#data/time/duration.ts';
import { formatCount, formatInstant, formatUsd } from '#data/format.ts';
import type { WholeList } from '#data/answers/whole-list.ts';
import { Empty } from '#ui/states/answered.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { runMs } from './job-outcomes.tsx';

const BARS = 40;

/** How the last runs of a job went. */
export function Runs({ runs, whole }: { readonly runs: readonly JobRun[]; readonly whole: WholeList | undefined }) {
  const place = useLocalPlace();
  const bars = runs
    .flatMap((run) => {
      const value = runMs(run);
      return value === null ? [] : { label: formatInstant(run.created_at), parts: [{ name: run.status, value }] };
    })
    .slice(0, BARS)
    .toReversed();
  return (
    <Section title="Runs">
      {bars.length > 0 && (
        <Bars label="Duration of recent runs" barName="Run (UTC)" bars={bars} format={formatDuration} unit="time" height={160} />
      )}
      <RowsGrid
        label="Runs"
        rows={runs}
        columns={COLUMNS}
        rowKey={toKey}
        place={place}
        fileName="job-runs"
        whole={whole}
        empty={<Empty title="No runs yet" />}
      />
    </Section>
  );
}

const toKey = ({ id }: JobRun): string => id;

const COLUMNS: readonly RowColumn<JobRun>[] = [
  {
    id: 'created',
    title: 'Requested (UTC)',
    kind: 'text',
    width: 180,
    value: ({ created_at: at }) => at,
    render: ({ created_at: at }) => formatInstant(at),
  },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    width: 120,
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge status={status} />,
    isOnPhone: true,
  },
  { id: 'trigger', title: 'By', kind: 'text', width: 100, value: ({ trigger }) => (trigger === 'api' ? 'hand' : trigger) },
  { id: 'took', title: 'Took', kind: 'number', width: 110, value: runMs, render: (run) => formatDuration(runMs(run)), isOnPhone: true },
  {
    id: 'cost',
    title: 'Cost',
    kind: 'number',
    width: 100,
    value: ({ total_cost_usd: usd }) => usd,
    render: ({ total_cost_usd: usd }) => formatUsd(usd),
    isOnPhone: true,
  },
  {
    id: 'categories',
    title: 'Categories',
    kind: 'number',
    width: 110,
    value: ({ metadata }) => metadata.categories_processed,
    render: ({ metadata }) => `${formatCount(metadata.categories_processed)} of ${formatCount(metadata.categories_queued)}`,
  },
  { id: 'errors', title: 'Errors', kind: 'number', width: 90, value: ({ metadata }) => metadata.errors },
  { id: 'why', title: 'Why', kind: 'text', width: 260, value: ({ error, reason }) => error ?? reason },
];
