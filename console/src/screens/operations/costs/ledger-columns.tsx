import { toInstant } from '#data/time/instant.ts';
import { useMemo } from 'react';
import type { CostRecord } from '#client';
import { useSession } from '#app/session.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { toServiceName } from './service-name.ts';

/** Columns of the ledger; projects by their names. */
export function useLedgerColumns(): readonly RowColumn<CostRecord>[] {
  const { me } = useSession();
  return useMemo(() => {
    const names = new Map(me.projects.map(({ id, name }) => [id, name]));
    return [
      ...COLUMNS,
      column.text('project', 'Project', 240, {
        of: ({ project_id: id }) => id && (names.get(id) ?? id),
        isHidden: true,
        csv: ({ project_id: id }) => id,
      }),
      // Calls of one instant for one thing differ in nothing else.
      column.text('id', 'Id', 240, { isHidden: true, isKey: true }),
    ];
  }, [me.projects]);
}

const COLUMNS: readonly RowColumn<CostRecord>[] = [
  column.instant('at', 'At (UTC)', 170, { of: ({ created_at: ms }) => toInstant(ms) }),
  column.text('service', 'Service', 180, { of: ({ service }) => toServiceName(service), isOnPhone: true, csv: ({ service }) => service }),
  column.usd('cost', 'Cost', 100, { of: 'cost_usd', isOnPhone: true }),
  column.usd('estimate', 'Reserved', 100, { of: 'estimate_usd', hint: 'Reserved before the call' }),
  column.text('state', 'Call', 150, {
    of: ({ success, is_confirmed: isConfirmed }) => `${success ? 'worked' : 'failed'}${isConfirmed ? '' : ', price estimated'}`,
    isOnPhone: true,
  }),
  column.text('endpoint', 'What was called', 260),
  column.count('items', 'Items', 80, { of: 'items_returned' }),
  column.text('workflow', 'For', 150, { of: ({ workflow_type: type, source }) => type ?? source }),
  column.text('run', 'Run', 240, { of: 'run_id' }),
  column.text('task', "Provider's task", 260, { of: 'task_id', isHidden: true }),
  column.text('key', 'Key', 220, { of: 'api_key_id', isHidden: true }),
];
