import { useNavigate } from '@tanstack/react-router';
import { getClassify, type ClassificationList } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Pager } from '#ui/pager.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { classifySearch } from '../index.ts';
import { ListStatus } from './list-status.tsx';
import { LIST_WORDS } from './words.ts';

const ROWS = 50;
/** While lists go on, they are read again. */
const LOOK_MS = 5_000;

/** Classified lists before, or are under way. */
export function EarlierLists() {
  const { search, setSearch } = useScreenSearch(classifySearch);
  const { offset = 0 } = search;
  const query = { limit: ROWS, offset };
  const answer = useAnswer(getClassify, { query }, { everyMs: LOOK_MS });
  const place = useGridPlace();
  const navigate = useNavigate();
  return (
    <Section title="Lists">
      <Answered answer={answer} height={240}>
        {({ lists, pagination }) => (
          <>
            <RowsGrid
              label="Classified lists"
              rows={lists}
              columns={COLUMNS}
              rowKey={({ list_id: id }) => id}
              place={place}
              fileName="classified-lists"
              whole={toWholeList(getClassify, { query }, pagination)}
              onOpen={({ list_id: listId }) => void navigate({ to: '/classification/classify/$listId', params: { listId } } as never)}
              empty={<Empty title="No lists yet">Lists you classify above are kept here with their results.</Empty>}
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
    </Section>
  );
}

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
