import { Button, Group } from '@mantine/core';
import { formatDay, formatShortDay } from '#data/format.ts';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { toggleFilters, useFiltersShown, useIsPhone } from '#ui/layout/folded-filters.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { later } from '#ui/states/later.tsx';
import { Select } from '#ui/forms/select.tsx';
import { RANGES, type FilterValues, pickFilters } from '#app/filters.ts';
import type { Screen } from '#app/screen.ts';
import { useFilters } from '#app/use-filters.ts';
import { AssetFilter, LanguageFilter, LocationFilter, TagFilter } from './place-filters.tsx';
import { useShortcuts } from '#app/use-shortcut.ts';
import { Segments } from '#ui/charts/segments.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readMemory, writeMemory } from '#data/memory.ts';
import { useProjectId } from '#app/project.ts';
import { useRawSearch } from '#app/use-screen-search.ts';
import { readRemembered } from './remembered.ts';

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

/** Keeps the filters of a project for the next visit. What the address says comes first: it is filled in only where it says nothing. */
function useRememberedFilters(shape: Readonly<Record<string, unknown>>): void {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const present = JSON.stringify(pickFilters(useRawSearch()));
  const isFilled = useRef<string>(undefined);
  useEffect(() => {
    if (projectId === '') return;
    const name = `filters.${projectId}`;
    if (isFilled.current === projectId) {
      writeMemory(name, present === '{}' ? undefined : present);
      return;
    }
    isFilled.current = projectId;
    const remembered = readRemembered(readMemory(name), shape);
    if (present !== '{}' || Object.keys(remembered).length === 0) return;
    void navigate({ to: '.', search: ((before: Record<string, unknown>) => ({ ...before, ...remembered })) as never, replace: true });
  }, [projectId, present, shape, navigate]);
}
