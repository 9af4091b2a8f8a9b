import type { JobRun } from '#client';
import { formatDuration } from '#data/time/duration.ts';
import { formatCount, formatInstant } from '#data/format.ts';
import type { WholeList } from '#data/answers/whole-list.ts';
import { Empty } from '#ui/states/answered.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
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
  column.instant('created', 'Requested (UTC)', 180, { of: 'created_at' }),
  drawn.status('status', 'Status', 120, { isOnPhone: true }),
  column.text('trigger', 'By', 100, { of: ({ trigger }) => (trigger === 'api' ? 'hand' : trigger) }),
  column.duration('took', 'Took', 110, { of: runMs, isOnPhone: true }),
  column.usd('cost', 'Cost', 100, { of: 'total_cost_usd', isOnPhone: true }),
  column.count('categories', 'Categories', 110, {
    of: ({ metadata }) => metadata.categories_processed,
    render: ({ metadata }) => `${formatCount(metadata.categories_processed)} of ${formatCount(metadata.categories_queued)}`,
  }),
  column.count('errors', 'Errors', 90, { of: ({ metadata }) => metadata.errors }),
  column.text('why', 'Why', 260, { of: ({ error, reason }) => error ?? reason }),
];
