import { Slider, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { newProjectSearch } from './index.ts';
import { Select } from '../../ui/select.tsx';

const INTERVALS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
];
const STRATEGIES = [
  { value: 'full', label: 'Read to the full depth every time' },
  { value: 'until_found', label: 'Stop when the site is found' },
  { value: 'adaptive', label: 'Read around the last position' },
];

/** How often keywords are checked, how deep, and where a check stops. */
export function PlanFields() {
  const { search, setSearch } = useScreenSearch(newProjectSearch);
  return (
    <Stack>
      <Select
        label="How often"
        data={INTERVALS}
        value={search.interval}
        onChange={(interval) => setSearch({ interval: interval as typeof search.interval })}
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
        onChange={(strategy) => setSearch({ strategy: strategy as typeof search.strategy })}
      />
    </Stack>
  );
}
