import type { WorkflowSummary } from '#client';
import { formatDuration } from '#data/time/duration.ts';
import { formatInstant } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { StatusBadge } from '#ui/states/status-badge.tsx';

/** Of the list of workflows. */
export const WORKFLOW_COLUMNS: readonly RowColumn<WorkflowSummary>[] = [
  {
    id: 'title',
    title: 'Workflow',
    kind: 'text',
    width: 300,
    value: ({ title }) => title,
    render: ({ type, id, title }) => (
      <AppLink to="/ops/workflows/$type/$workflowId" params={{ type, workflowId: id }} title={id} inherit>
        {title}
      </AppLink>
    ),
    isOnPhone: true,
  },
  { id: 'id', title: 'Id', kind: 'text', width: 260, isHidden: true, value: ({ id }) => id },
  { id: 'type', title: 'Type', kind: 'text', width: 170, value: ({ type }) => type, isOnPhone: true },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    width: 120,
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge status={status} />,
    isOnPhone: true,
  },
  { id: 'queue', title: 'Queue', kind: 'text', width: 160, value: ({ queue }) => queue },
  {
    id: 'created',
    title: 'Created (UTC)',
    kind: 'text',
    width: 170,
    isDescendingFirst: true,
    value: ({ created_at: at }) => at,
    render: ({ created_at: at }) => formatInstant(at),
  },
  {
    id: 'duration',
    title: 'Took',
    kind: 'number',
    width: 100,
    value: ({ duration_ms: ms }) => ms,
    render: ({ duration_ms: ms }) => formatDuration(ms),
    isOnPhone: true,
  },
  { id: 'error', title: 'Error', kind: 'text', width: 280, value: ({ error }) => error },
];
