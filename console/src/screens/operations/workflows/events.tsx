import type { WorkflowEvent } from '#client';
import { formatDuration } from '#data/time/duration.ts';
import { formatCount } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';

const COLUMNS: readonly RowColumn<WorkflowEvent>[] = [
  { id: 'at', title: 'At (UTC)', kind: 'text', width: 190, value: ({ at }) => at, render: ({ at }) => at.slice(0, 23).replace('T', ' ') },
  { id: 'event', title: 'Event', kind: 'text', width: 140, value: ({ event }) => event.replaceAll('_', ' '), isOnPhone: true },
  { id: 'step', title: 'Step', kind: 'text', width: 170, value: ({ step }) => step, isOnPhone: true },
  { id: 'attempt', title: 'Try', kind: 'number', width: 60, value: ({ attempt }) => attempt },
  {
    id: 'duration',
    title: 'Took',
    kind: 'number',
    width: 90,
    value: ({ duration_ms: ms }) => ms,
    render: ({ duration_ms: ms }) => formatDuration(ms),
    isOnPhone: true,
  },
  {
    id: 'wait',
    title: 'Next try after',
    kind: 'number',
    width: 110,
    value: ({ wait_ms: ms }) => ms,
    render: ({ wait_ms: ms }) => formatDuration(ms),
  },
  { id: 'error', title: 'Error', kind: 'text', width: 320, value: ({ error }) => error },
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
