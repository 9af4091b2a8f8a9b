import { Switch } from '@mantine/core';
import { getApprovals, type AssistantQuote } from '#client';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { defineListScreen, type ListPart } from '#ui/list/define-list.tsx';
import { Decide } from './decide.tsx';
import { approvalsSearch } from './search.ts';

const COLUMNS: readonly RowColumn<AssistantQuote>[] = [
  column.text('does', 'What it buys', 300, { isOnPhone: true }),
  column.usd('cost', 'At most', 90, { of: 'cost_usd', isOnPhone: true }),
  column.usd('monthly', 'Each month', 100, { of: 'monthly_cost_usd' }),
  drawn.status('status', 'Status', 110),
  column.text('project', 'Project', 200, { of: 'project_id' }),
  column.text('tool', 'Tool', 130),
  column.text('client', 'Assistant', 160),
  column.text('key', 'Key', 240, { of: 'key_id' }),
  column.instant('created', 'Asked (UTC)', 160, { of: 'created_at' }),
  column.instant('expires', 'Good until (UTC)', 160, { of: 'expires_at' }),
  {
    id: 'decide',
    title: 'Decision',
    kind: 'text',
    width: 190,
    isSortable: false,
    isOnPhone: true,
    value: ({ status }) => status,
    render: (quote) => <Decide quote={quote} />,
  },
];

type Part = ListPart<typeof approvalsSearch, unknown>;

/** What assistants ask to buy above their limit. */
export const View = defineListScreen({
  title: 'Approvals',
  question: 'What assistants ask to buy above what their keys may spend alone.',
  search: approvalsSearch,
  operation: getApprovals,
  useOptions: ({ search: { all } }) => ({ query: { waiting: all !== true } }),
  limit: 50,
  height: 320,
  filters: Filters,
  empty: ({ search: { all } }) => (
    <Empty title="Nothing waits">{all ? 'No assistant has asked for anything yet.' : 'No quote waits for a person.'}</Empty>
  ),
  label: 'Quotes',
  fileName: 'approvals',
  rows: ({ quotes }) => quotes,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
});

function Filters({ search: { all }, setSearch }: Part) {
  return (
    <Switch
      mb="md"
      label="Also what was decided, bought or is over"
      checked={all === true}
      onChange={({ currentTarget }) => setSearch({ all: currentTarget.checked ? true : undefined, offset: undefined })}
    />
  );
}
