import type { WorkflowEvent } from '#client';
import { formatCount } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';

const COLUMNS: readonly RowColumn<WorkflowEvent>[] = [
  column.text('at', 'At (UTC)', 190, { render: ({ at }) => at.slice(0, 23).replace('T', ' ') }),
  column.text('event', 'Event', 140, { of: ({ event }) => event.replaceAll('_', ' '), isOnPhone: true }),
  column.text('step', 'Step', 170, { isOnPhone: true }),
  column.count('attempt', 'Try', 60),
  column.duration('duration', 'Took', 90, { of: 'duration_ms', isOnPhone: true }),
  column.duration('wait', 'Next try after', 110, { of: 'wait_ms' }),
  column.text('error', 'Error', 320),
];

const toKey = ({ at, event, step, attempt }: WorkflowEvent): string => `${at} ${event} ${step} ${attempt}`;

/** Everything that happened to a workflow, in the order it happened. */
export function Events({ events, total }: { readonly events: readonly WorkflowEvent[]; readonly total: number }) {
  const place = useLocalPlace();
  return (
    <Section title={`History: ${formatCount(total)} ${total === 1 ? 'event' : 'events'}`}>
      <RowsGrid label="History" rows={events} columns={COLUMNS} rowKey={toKey} place={place} fileName="workflow-history" />
    </Section>
  );
}
