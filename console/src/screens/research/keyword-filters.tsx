import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ResearchCluster, GetRunByRunIdStatusResponse as Run } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Choice } from './run/choice.tsx';
import { runSearch } from './search.ts';
import { SOURCE_WORDS, toCategoryName } from './words.ts';

const WAIT_MS = 300;
const toOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));
const INTENTS = toOptions(['commercial', 'informational', 'transactional', 'navigational']);
const BRANDS = [
  { value: 'yes', label: 'Brand' },
  { value: 'no', label: 'Non-brand' },
] as const;
const SOURCES = (['domain_seed', 'harvest_ai'] as const).map((value) => ({ value, label: SOURCE_WORDS[value] }));
const STATUSES = [
  { value: 'irrelevant', label: 'Irrelevant' },
  { value: 'pending', label: 'Not rated' },
] as const;

interface KeywordFiltersProps {
  readonly run: Run;
  readonly groups: readonly ResearchCluster[];
}

/** Which keywords of a run are listed; all of it is in the address. */
export function KeywordFilters({ run, groups }: KeywordFiltersProps) {
  const { search, setSearch } = useScreenSearch(runSearch);
  const set = (changes: Partial<typeof search>): void => setSearch({ ...changes, offset: undefined });
  const find = useDebouncedCallback((text: string) => set({ text }), WAIT_MS);
  const categories = Object.entries(run.harvest?.by_category ?? {}).flatMap(([path, { category_id: id }]) =>
    id === null ? [] : [{ value: id, label: toCategoryName(path) }],
  );
  return (
    <Group mb="sm" gap="xs">
      <TextInput
        size="xs"
        w={200}
        aria-label="Keyword contains"
        placeholder="Keyword contains"
        defaultValue={search.text ?? ''}
        onChange={({ currentTarget: { value } }) => find(value)}
      />
      <Choice label="State" all="Accepted" options={STATUSES} value={search.status} onChange={(status) => set({ status })} width={120} />
      <Choice label="Intent" all="Any intent" options={INTENTS} value={search.intent} onChange={(intent) => set({ intent })} />
      <Choice
        label="Brand"
        all="Brand and non-brand"
        options={BRANDS}
        value={search.brand}
        onChange={(brand) => set({ brand })}
        width={170}
      />
      <Choice label="Source" all="Any source" options={SOURCES} value={search.source} onChange={(source) => set({ source })} />
      <Choice
        label="Category"
        all="Any category"
        options={categories}
        value={search.category}
        onChange={(category) => set({ category })}
        width={180}
      />
      <Choice
        label="Group"
        all="Any group"
        options={groups.map(({ cluster_id: value, name }) => ({ value, label: name }))}
        value={search.group}
        onChange={(group) => set({ group })}
        width={200}
      />
    </Group>
  );
}
