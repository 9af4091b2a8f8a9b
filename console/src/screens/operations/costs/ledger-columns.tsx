import type { CostRecord } from '../../../../../clients/typescript/src/index.ts';
import { formatCount, formatInstant, formatUsd } from '../../../data/format.ts';
import type { RowColumn } from '../../../ui/grid/column.ts';

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Of the list of what was paid. */
export const LEDGER_COLUMNS: readonly RowColumn<CostRecord>[] = [
  {
    id: 'at',
    title: 'At (UTC)',
    kind: 'text',
    width: 170,
    isDescendingFirst: true,
    value: ({ created_at: ms }) => toInstant(ms),
    render: ({ created_at: ms }) => formatInstant(toInstant(ms)),
  },
  { id: 'service', title: 'Service', kind: 'text', width: 180, value: ({ service }) => service, isOnPhone: true },
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
    hint: 'Before the call',
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
    value: ({ success, is_confirmed: isConfirmed }) => `${success ? 'worked' : 'failed'}${isConfirmed ? '' : ', price guessed'}`,
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
  { id: 'project', title: 'Project', kind: 'text', width: 240, value: ({ project_id: project }) => project, isHidden: true },
  { id: 'task', title: "Provider's task", kind: 'text', width: 260, value: ({ task_id: task }) => task, isHidden: true },
  { id: 'key', title: 'Key', kind: 'text', width: 220, value: ({ api_key_id: key }) => key, isHidden: true },
];

export const ledgerKey = ({ id }: CostRecord): string => id;
