import { Text } from '@mantine/core';
import type { QueueMetrics } from '#client';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';

/** Of the list of queues. */
export const QUEUE_COLUMNS: readonly RowColumn<QueueMetrics>[] = [
  column.text('name', 'Queue', 220, { render: ({ name, summary }) => <span title={summary}>{name}</span> }),
  column.count('pending', 'Waiting', 90, { isOnPhone: true }),
  column.count('processing', 'In progress', 100, { isOnPhone: true }),
  column.count('completed', 'Done, last hour', 130, { of: 'completed_last_hour' }),
  column.count('failed', 'Failed, last hour', 130, {
    of: 'failed_last_hour',
    isOnPhone: true,
    render: ({ failed_last_hour: failed }) =>
      failed > 0 ? (
        <Text span inherit fw={600} c="var(--bad)">
          {failed}
        </Text>
      ) : (
        '0'
      ),
  }),
  column.duration('average', 'Duration', 90, { of: 'avg_processing_time_ms', hint: 'Average of messages done in the last hour' }),
  column.duration('oldest', 'Oldest wait', 110, { of: 'oldest_age_ms' }),
  column.count('drained', 'Drained', 90, { hint: 'Discarded in drain mode without being processed' }),
  column.count('consumers', 'Processes', 90),
  column.count('concurrency', 'Concurrency', 80),
  column.count('retries', 'Retries', 80, { of: 'max_retries' }),
];
