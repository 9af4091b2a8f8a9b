import { Slider, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import type * as v from 'valibot';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Select } from '#ui/forms/select.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import { addKeywordsSearch } from './search.ts';
import { Segments } from '#ui/charts/segments.tsx';

const INTERVALS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
];
const DEVICES = [
  { value: 'both', label: 'Desktop and mobile' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
];
const STRATEGIES = [
  { value: 'full', label: 'Read to the full depth every time' },
  { value: 'until_found', label: 'Stop when the site is found' },
  { value: 'adaptive', label: 'Read around the last position' },
];

type Search = v.InferOutput<typeof addKeywordsSearch>;

/** `Desktop and mobile, every day, 100 results`. */
export function describePlan({ devices, interval, depth }: Search, tags: readonly string[]): string {
  const often = INTERVALS.find(({ value }) => value === interval)?.label.toLowerCase();
  const parts = [DEVICES.find(({ value }) => value === devices)?.label, often, `${depth} results`];
  return [...parts, ...(tags.length > 0 ? [`tagged ${tags.join(', ')}`] : [])].join(', ');
}

interface PlanFieldsProps {
  /** Names of tags that the keywords get. */
  readonly tags: readonly string[];
  readonly onTags: (tags: readonly string[]) => void;
}

/** On which devices, how often and how deep keywords are checked, and how they are tagged. */
export function PlanFields({ tags, onTags }: PlanFieldsProps) {
  const { search, setSearch } = useScreenSearch(addKeywordsSearch);
  return (
    <Stack>
      <div>
        <Text size="sm" fw={500} mb={4} id="devices-label">
          Devices
        </Text>
        <Segments
          aria-labelledby="devices-label"
          data={DEVICES}
          value={search.devices}
          onChange={(devices) => setSearch({ devices: devices as Search['devices'] })}
        />
        <Text size="sm" c="dimmed" mt={4}>
          Each device is a separate check with its own cost.
        </Text>
      </div>
      <Select
        label="How often"
        data={INTERVALS}
        value={search.interval}
        onChange={(interval) => setSearch({ interval: interval as Search['interval'] })}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          Results to read: {search.depth}
        </Text>
        <Slider
          min={10}
          max={200}
          step={10}
          value={search.depth}
          onChange={(depth) => setSearch({ depth })}
          thumbLabel="Results to read"
          marks={[{ value: 10 }, { value: 100 }, { value: 200 }]}
        />
      </div>
      <Select
        label="Depth strategy"
        data={STRATEGIES}
        value={search.strategy}
        onChange={(strategy) => setSearch({ strategy: strategy as Search['strategy'] })}
      />
      <WordsInput label="Tags" description="A new name creates a new tag. Press Enter to add." value={[...tags]} onChange={onTags} />
    </Stack>
  );
}
