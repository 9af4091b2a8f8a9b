import type { WorkflowSummary } from '#client';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';

/** Columns of the list of workflows. */
export const WORKFLOW_COLUMNS: readonly RowColumn<WorkflowSummary>[] = [
  column.text('title', 'Workflow', 300, {
    isOnPhone: true,
    render: ({ type, id, title }) => (
      <AppLink to="/ops/workflows/$type/$workflowId" params={{ type, workflowId: id }} title={id} inherit>
        {title}
      </AppLink>
    ),
  }),
  column.text('id', 'Id', 260, { isHidden: true }),
  column.text('type', 'Type', 170, { isOnPhone: true }),
  drawn.status('status', 'Status', 120, { isOnPhone: true }),
  column.text('queue', 'Queue', 160),
  column.instant('created', 'Created (UTC)', 170, { of: 'created_at' }),
  column.duration('duration', 'Took', 100, { of: 'duration_ms', isOnPhone: true }),
  column.text('error', 'Error', 280),
];
