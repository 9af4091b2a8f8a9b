import { useMemo } from 'react';
import type { CostRecord } from '#client';
import { useSession } from '#app/session.tsx';
import { formatCount, formatInstant, formatUsd } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { toServiceName } from './service-name.ts';

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Of the list of what was paid; projects by their names. */
export function useLedgerColumns(): readonly RowColumn<CostRecord>[] {
  const { me } = useSession();
  return useMemo(() => {
    const names = new Map(me.projects.map(({ id, name }) => [id, name]));
    return [
      ...COLUMNS,
      {
        id: 'project',
        title: 'Project',
        kind: 'text',
        width: 240,
        isHidden: true,
        value: ({ project_id: id }) => id && (names.get(id) ?? id),
        csv: ({ project_id: id }) => id,
      },
      // Calls of one instant for one thing differ in nothing else.
      { id: 'id', title: 'Id', kind: 'text', width: 240, isHidden: true, isKey: true, value: ({ id }) => id },
    ];
  }, [me.projects]);
}

const COLUMNS: readonly RowColumn<CostRecord>[] = [
  {
    id: 'at',
    title: 'At (UTC)',
    kind: 'text',
    width: 170,
    isDescendingFirst: true,
    value: ({ created_at: ms }) => toInstant(ms),
    render: ({ created_at: ms }) => formatInstant(toInstant(ms)),
  },
  {
    id: 'service',
    title: 'Service',
    kind: 'text',
    width: 180,
    value: ({ service }) => toServiceName(service),
    csv: ({ service }) => service,
    isOnPhone: true,
  },
  {
    id: 'cost',
    title: 'Cost',
    kind: 'number',
    width: 100,
    value: ({ cost_usd: usd }) => usd,
    render: ({ cost_usd: usd }) => formatUsd(usd),
    isOnPhone: true,
  },
  {
    id: 'estimate',
    title: 'Reserved',
    hint: 'Reserved before the call',
    kind: 'number',
    width: 100,
    value: ({ estimate_usd: usd }) => usd,
    render: ({ estimate_usd: usd }) => formatUsd(usd),
  },
  {
    id: 'state',
    title: 'Call',
    kind: 'text',
    width: 150,
    value: ({ success, is_confirmed: isConfirmed }) => `${success ? 'worked' : 'failed'}${isConfirmed ? '' : ', price estimated'}`,
    isOnPhone: true,
  },
  { id: 'endpoint', title: 'What was called', kind: 'text', width: 260, value: ({ endpoint }) => endpoint },
  {
    id: 'items',
    title: 'Items',
    kind: 'number',
    width: 80,
    value: ({ items_returned: items }) => items,
    render: ({ items_returned: items }) => formatCount(items),
  },
  { id: 'workflow', title: 'For', kind: 'text', width: 150, value: ({ workflow_type: type, source }) => type ?? source },
  { id: 'run', title: 'Run', kind: 'text', width: 240, value: ({ run_id: run }) => run },
  { id: 'task', title: "Provider's task", kind: 'text', width: 260, value: ({ task_id: task }) => task, isHidden: true },
  { id: 'key', title: 'Key', kind: 'text', width: 220, value: ({ api_key_id: key }) => key, isHidden: true },
];

export const ledgerKey = ({ id }: CostRecord): string => id;
