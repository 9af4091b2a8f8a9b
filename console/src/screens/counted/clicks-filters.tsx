import '@mantine/core/styles/SegmentedControl.css';
import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Select } from '#ui/forms/select.tsx';
import { clicksSearch } from './search.ts';

const WAIT_MS = 300;
const GROUPS = [
  { value: 'query', label: 'Queries' },
  { value: 'page', label: 'Pages' },
  { value: 'country', label: 'Countries' },
  { value: 'device', label: 'Devices' },
  { value: 'date', label: 'Days' },
];
const DAYS = [
  { value: '7', label: '7 days' },
  { value: '28', label: '28 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
];
const COMPARES = [
  { value: 'previous', label: 'Against the days before' },
  { value: 'year', label: 'Against a year before' },
  { value: 'none', label: 'Without comparison' },
];
const DEVICES = [
  { value: '', label: 'All devices' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'tablet', label: 'Tablet' },
];

/** What the list is of, all of it in the address. */
export function ClicksFilters() {
  const { search, setSearch } = useScreenSearch(clicksSearch);
  const set = (change: object): void => setSearch({ ...change, offset: undefined } as never);
  const find = useDebouncedCallback((text: string) => set({ text: text || undefined }), WAIT_MS);
  return (
    <Group mb="sm" gap="xs">
      <SegmentedControl
        style={{ maxWidth: '100%', overflowX: 'auto' }}
        size="xs"
        aria-label="Rows"
        data={GROUPS}
        value={search.by}
        onChange={(by) => set({ by, text: undefined, sort: undefined, columns: undefined })}
      />
      <Select size="xs" w={110} aria-label="Days" data={DAYS} value={search.days} onChange={(days) => days && set({ days })} />
      <Select
        size="xs"
        w={200}
        aria-label="Comparison"
        data={COMPARES}
        value={search.compare}
        onChange={(compare) => compare && set({ compare })}
      />
      <Select
        size="xs"
        w={130}
        aria-label="Device"
        data={DEVICES}
        value={search.device ?? ''}
        onChange={(device) => set({ device: device || undefined })}
      />
      {(search.by === 'query' || search.by === 'page') && (
        <TextInput
          key={search.by}
          size="xs"
          w={200}
          aria-label={search.by === 'query' ? 'Query contains' : 'Page contains'}
          placeholder={search.by === 'query' ? 'Query contains' : 'Page contains'}
          defaultValue={search.text ?? ''}
          onChange={({ currentTarget: { value } }) => find(value)}
        />
      )}
    </Group>
  );
}
