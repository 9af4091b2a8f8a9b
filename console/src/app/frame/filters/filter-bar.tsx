import { Button, Group } from '@mantine/core';
import { formatDay, formatShortDay } from '#data/format.ts';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { toggleFilters, useFiltersShown, useIsPhone } from '#ui/layout/folded-filters.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { later } from '#ui/states/later.tsx';
import { Select } from '#ui/forms/select.tsx';
import { RANGES, type FilterValues } from '#app/filters.ts';
import type { Screen } from '#app/screen.ts';
import { useFilters } from '#app/use-filters.ts';
import { AssetFilter, LanguageFilter, LocationFilter, TagFilter } from './place-filters.tsx';
import { useRememberedFilters } from './remembered-filters.ts';
import { useShortcuts } from '#app/use-shortcut.ts';
import { Segments } from '#ui/charts/segments.tsx';

const RangePicker = later(async () => (await import('./range-picker.tsx')).RangePicker);

const COMPARISONS = [
  { value: 'previous', label: 'vs. previous period' },
  { value: 'year', label: 'vs. a year ago' },
  { value: 'none', label: 'No comparison' },
];
const DEVICES = [
  { value: '', label: 'All devices' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
];

/** The shared filters that a screen follows, all of them in the address. On a phone all but the days are behind a button. */
export function FilterBar({ screen }: { readonly screen: Screen }) {
  const shape = screen.search.entries;
  useRememberedFilters(shape);
  const isPhone = useIsPhone();
  const areShown = useFiltersShown();
  return (
    <Group gap="xs" className="filter-bar" role="group" aria-label="Filters">
      {'range' in shape && <RangeFilter />}
      {isPhone && (
        <Button size="xs" variant="default" leftSection={<Icon name="filter" size={14} />} aria-expanded={areShown} onClick={toggleFilters}>
          {areShown ? 'Hide filters' : 'Filters and views'}
        </Button>
      )}
      {areShown && (
        <>
          {'compare' in shape && <CompareFilter />}
          {'device' in shape && <DeviceFilter />}
          {'location' in shape && <LocationFilter />}
          {'language' in shape && <LanguageFilter />}
          {'asset' in shape && <AssetFilter />}
          {'tag' in shape && <TagFilter />}
        </>
      )}
    </Group>
  );
}

function RangeFilter() {
  const { from, to, values, setFilters } = useFilters();
  const pick = (range: FilterValues['range']): void => setFilters({ range, from: undefined, to: undefined });
  useShortcuts(
    RANGES.map(({ range, label }, index) => ({ keys: String(index + 1), label: `Show ${label.toLowerCase()}`, run: () => pick(range) })),
  );
  const preset = values.from === undefined && values.to === undefined ? (values.range ?? '28d') : undefined;
  const label = RANGES.find(({ range }) => range === preset)?.label ?? `${formatShortDay(from)} to ${formatDay(to)}`;
  const button = (
    <Button size="xs" variant="default" leftSection={<Icon name="calendar" size={15} />} aria-label={`Days: ${label}`}>
      {label}
    </Button>
  );
  return (
    <FirstClick opens="dialog" button={button}>
      {(target, giveBack) => <RangePicker button={target} onClose={giveBack} preset={preset} onPick={pick} />}
    </FirstClick>
  );
}

function CompareFilter() {
  const { values, setFilters } = useFilters();
  return (
    <Select
      size="xs"
      w={190}
      aria-label="Compare"
      data={COMPARISONS}
      value={values.compare ?? 'previous'}
      onChange={(value) => setFilters({ compare: value === 'previous' ? undefined : (value as FilterValues['compare']) })}
    />
  );
}

function DeviceFilter() {
  const { values, setFilters } = useFilters();
  return (
    <Segments
      size="xs"
      aria-label="Device"
      data={DEVICES}
      value={values.device ?? ''}
      onChange={(value) => setFilters({ device: value === '' ? undefined : (value as FilterValues['device']) })}
    />
  );
}
