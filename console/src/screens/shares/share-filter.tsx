import { SimpleGrid } from '@mantine/core';
import { getTags } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { toChannelName, toEngineName } from '#data/names.ts';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { changeFilter, type Filter } from './order.ts';
import { Select } from '#ui/forms/select.tsx';

const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
];
const ENGINES = ['engine_a', 'engine_b'].map((value) => ({ value, label: toEngineName(value) }));
const CHANNELS = ['seo', 'local'].map((value) => ({ value, label: toChannelName(value) }));

interface ShareFilterProps {
  readonly projectId: string;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** Which of the tracked keywords a share shows: all of them, or those of a device, a place, a language, a tag. */
export function ShareFilter({ projectId, filter, onChange }: ShareFilterProps) {
  const tags = useAnswer(getTags, { query: { project_id: projectId } });
  const set = (change: Parameters<typeof changeFilter>[1]): void => onChange(changeFilter(filter, change));
  const choice = (
    label: string,
    name: 'device' | 'engine' | 'channel',
    data: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <Select
      label={label}
      placeholder="All"
      clearable
      data={[...data]}
      value={filter[name] ?? null}
      onChange={(value) => set({ [name]: value ?? undefined })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm" style={{ alignItems: 'end' }} role="group" aria-label="Keywords shown">
      {choice('Device', 'device', DEVICES)}
      <Select
        label="Tag"
        placeholder="All"
        clearable
        data={(tags.data?.tags ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.tag ?? null}
        onChange={(value) => set({ tag: value ?? undefined })}
      />
      <LocationSelect placeholder="All" value={filter.location_code} onChange={(value) => set({ location_code: value })} />
      <LanguageSelect placeholder="All" value={filter.language_code} onChange={(value) => set({ language_code: value })} />
      {choice('Search engine', 'engine', ENGINES)}
      {choice('Kind of results', 'channel', CHANNELS)}
    </SimpleGrid>
  );
}
