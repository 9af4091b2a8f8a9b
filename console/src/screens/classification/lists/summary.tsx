import type { GetClassifyByListIdResponse } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatPlural } from '#data/format.ts';
import { Distribution } from '#ui/charts/distribution.tsx';
import { useCount } from '../use-count.ts';
import { listSearch } from '../index.ts';
import { ITEM_STATUSES, STATUS_WORDS, type ItemStatus } from './words.ts';

const COLOURS: Readonly<Record<ItemStatus, string>> = {
  classified: 'var(--mantine-color-teal-6)',
  corrected: 'var(--mantine-color-indigo-6)',
  unsure: 'var(--mantine-color-yellow-6)',
  failed: 'var(--mantine-color-red-6)',
  over_budget: 'var(--mantine-color-orange-6)',
  waiting: 'var(--mantine-color-gray-5)',
  not_reached: 'var(--mantine-color-gray-6)',
};

/** How many items came to what; a press shows only those. */
export function Summary({ list: { items, statuses } }: { readonly list: GetClassifyByListIdResponse }) {
  const { search, setSearch } = useScreenSearch(listSearch);
  const count = useCount();
  return (
    <Distribution
      label="Items by result"
      blocks={ITEM_STATUSES.filter((status) => statuses[status] > 0).map((id) => ({
        id,
        label: STATUS_WORDS[id],
        count: statuses[id],
        color: COLOURS[id],
      }))}
      total={items}
      reading={count(formatPlural(items, 'item of the list', 'items of the list'))}
      chosen={search.status === undefined ? [] : [search.status]}
      onChoose={(chosen) => setSearch({ status: chosen.at(-1), offset: undefined })}
    />
  );
}
