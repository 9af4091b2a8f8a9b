import { getClassify, type ClassificationList } from '#client';
import { formatCount } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Section } from '#ui/layout/section.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { classifySearch } from '../search.ts';
import { ListStatus } from './list-status.tsx';
import { LIST_WORDS } from './words.ts';
import { defineList } from '#ui/list/define-list.tsx';

const reading = ({ items, ended_at: endedAt }: ClassificationList): Reading => ({
  computedFrom: `the ${formatCount(items)} items of the list`,
  checkedAt: endedAt,
});

const count = (id: string, title: string, value: (list: ClassificationList) => number, isOnPhone = false): RowColumn<ClassificationList> =>
  column.count(id, title, 110, { of: value, isOnPhone, reading });

const COLUMNS: readonly RowColumn<ClassificationList>[] = [
  column.text('name', 'List', 280, { isOnPhone: true }),
  column.text('status', 'State', 120, {
    of: ({ status }) => LIST_WORDS[status],
    isOnPhone: true,
    render: ({ status }) => <ListStatus status={status} />,
  }),
  count('items', 'Items', ({ items }) => items, true),
  count('classified', 'Classified', ({ statuses }) => statuses.classified + statuses.corrected),
  count('unsure', 'Unsure', ({ statuses }) => statuses.unsure),
  count('failed', 'Failed', ({ statuses }) => statuses.failed),
  count('budget', 'Refused by a budget', ({ statuses }) => statuses.over_budget),
  column.usd('cost', 'Cost', 100, { of: 'cost_usd', reading }),
  column.instant('began', 'Started (UTC)', 170, { of: 'created_at' }),
];

/** Classified lists before, or are under way. */
const Lists = defineList({
  search: classifySearch,
  operation: getClassify,
  useOptions: () => ({ query: {} }),
  // While lists go on, they are read again.
  useEveryMs: () => 5_000,
  limit: 50,
  height: 240,
  empty: () => <Empty title="No lists yet">Lists you classify above are kept here with their results.</Empty>,
  label: 'Classified lists',
  fileName: 'classified-lists',
  rows: ({ lists }) => lists,
  columns: COLUMNS,
  rowKey: ({ list_id: id }) => id,
  open: ({ list_id: listId }, { navigate }) => void navigate({ to: '/classification/classify/$listId', params: { listId } } as never),
});

export function EarlierLists() {
  return (
    <Section title="Lists">
      <Lists />
    </Section>
  );
}
