import { Text } from '@mantine/core';
import type { QueueMetrics } from '#client';
import { formatDuration } from '#data/time/duration.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';

/** Of the list of queues. */
export const QUEUE_COLUMNS: readonly RowColumn<QueueMetrics>[] = [
  {
    id: 'name',
    title: 'Queue',
    kind: 'text',
    width: 220,
    value: ({ name }) => name,
    render: ({ name, summary }) => <span title={summary}>{name}</span>,
  },
  { id: 'pending', title: 'Waiting', kind: 'number', width: 90, value: ({ pending }) => pending, isOnPhone: true },
  { id: 'processing', title: 'In progress', kind: 'number', width: 100, value: ({ processing }) => processing, isOnPhone: true },
  { id: 'completed', title: 'Done, last hour', kind: 'number', width: 130, value: ({ completed_last_hour: completed }) => completed },
  {
    id: 'failed',
    title: 'Failed, last hour',
    kind: 'number',
    width: 130,
    value: ({ failed_last_hour: failed }) => failed,
    render: ({ failed_last_hour: failed }) =>
      failed > 0 ? (
        <Text span inherit fw={600} c="var(--bad)">
          {failed}
        </Text>
      ) : (
        '0'
      ),
    isOnPhone: true,
  },
  {
    id: 'average',
    title: 'Duration',
    hint: 'Average of messages done in the last hour',
    kind: 'number',
    width: 90,
    value: ({ avg_processing_time_ms: ms }) => ms,
    render: ({ avg_processing_time_ms: ms }) => formatDuration(ms),
  },
  {
    id: 'oldest',
    title: 'Oldest wait',
    kind: 'number',
    width: 110,
    value: ({ oldest_age_ms: ms }) => ms,
    render: ({ oldest_age_ms: ms }) => formatDuration(ms),
  },
  {
    id: 'drained',
    title: 'Drained',
    hint: 'Discarded in drain mode without being processed',
    kind: 'number',
    width: 90,
    value: ({ drained }) => drained,
  },
  { id: 'consumers', title: 'Processes', kind: 'number', width: 90, value: ({ consumers }) => consumers },
  { id: 'concurrency', title: 'Concurrency', kind: 'number', width: 80, value: ({ concurrency }) => concurrency },
  { id: 'retries', title: 'Retries', kind: 'number', width: 80, value: ({ max_retries: retries }) => retries },
];
