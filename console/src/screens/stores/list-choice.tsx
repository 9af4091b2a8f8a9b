import { ActionIcon, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { AppCategory } from '#client';
import { useNow } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { toDay } from '#data/time/days.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { PLATFORMS, type Platform } from '../apps/store/store.ts';
import { toCategoryGroups, type CategoryChoice } from './categories.ts';
import { CHARTS_OF } from './charts.ts';
import { COUNTRIES } from '../apps/countries.ts';
import { storeChartSearch } from './search.ts';
import type { StoreList } from './use-store-list.ts';
import { addWeeks, formatWeek, listWeeksUpTo, toWeek, type Week } from './weeks.ts';
import { Select } from '#ui/forms/select.tsx';
import { Segments } from '#ui/charts/segments.tsx';

const WEEKS_OFFERED = 53;
const INDENT = '\u00A0\u00A0\u00A0';
/** The list of the whole store: where another store is entered. */
const ROOTS: Readonly<Record<Platform, string>> = { store_a: '36', store_b: 'APPLICATION' };

interface ListChoiceProps {
  readonly list: StoreList;
  readonly categories: readonly AppCategory[];
  /** Newest week of what is shown. */
  readonly newestWeek: Week | undefined;
}

/** Which list: store, country, category, chart, device and week. */
export function ListChoice({ list, categories, newestWeek }: ListChoiceProps) {
  const { platform, categoryId, country, chart, device } = list;
  const { setSearch } = useScreenSearch(storeChartSearch);
  const navigate = useNavigate();
  const go = (to: Platform, category: string): void => {
    const kept = { country: country === 'us' ? undefined : country };
    void navigate({ to: '/stores/$platform/$categoryId', params: { platform: to, categoryId: category }, search: kept } as never);
  };
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Segments
        aria-label="Store"
        data={PLATFORMS.map(({ value, label }) => ({ value, label }))}
        value={platform}
        onChange={(value) => go(value as Platform, ROOTS[value as Platform])}
      />
      <Select
        aria-label="Country"
        w={170}
        data={COUNTRIES}
        value={country}
        onChange={(value) => value && setSearch({ country: value, week: undefined, crawl: undefined })}
      />
      <CategorySelect categories={categories} value={categoryId} onChange={(id) => go(platform, id)} />
      {chart !== undefined && (
        <Segments
          aria-label="Chart"
          data={[...CHARTS_OF[platform]]}
          value={chart}
          onChange={(value) => setSearch({ chart: value as typeof chart })}
        />
      )}
      {platform === 'store_a' && (
        <Segments
          aria-label="Device"
          data={[
            { value: 'phone', label: 'iPhone' },
            { value: 'tablet', label: 'iPad' },
          ]}
          value={device}
          onChange={(value) => setSearch({ device: value as typeof device })}
        />
      )}
      <WeekChoice week={list.week} newestWeek={newestWeek} />
    </Group>
  );
}

interface CategorySelectProps {
  readonly categories: readonly AppCategory[];
  readonly value: string;
  readonly onChange: (categoryId: string) => void;
}

/** The tree of categories, those that were never crawled marked: their charts can be read for a tracked app. */
function CategorySelect({ categories, value, onChange }: CategorySelectProps) {
  return (
    <Select
      aria-label="Category"
      w={240}
      data={toCategoryGroups(categories).map(({ group, items }) => ({ group, items: items.map(toOption) }))}
      value={value}
      onChange={(id) => id && onChange(id)}
    />
  );
}

/** Indented by its depth: an option of a browser holds text only. */
function toOption({ value, label, depth, category }: CategoryChoice) {
  const state = category.last_scraped_at === null ? 'not crawled yet' : category.apps_count;
  return { value, label: `${INDENT.repeat(depth)}${label} · ${state}` };
}

/** The newest reading, or the last one of a week. */
function WeekChoice({ week, newestWeek }: { readonly week: Week | undefined; readonly newestWeek: Week | undefined }) {
  const { setSearch } = useScreenSearch(storeChartSearch);
  const now = useNow();
  const thisWeek = toWeek(toDay(now(), 'UTC'));
  const shown = week ?? newestWeek ?? thisWeek;
  const choose = (value: Week | undefined): void => setSearch({ week: value === undefined ? undefined : Number(value) });
  const weeks = new Set([...listWeeksUpTo(thisWeek, WEEKS_OFFERED), shown]);
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="default" size={36} aria-label="Previous week" onClick={() => choose(addWeeks(shown, -1))}>
        <Icon name="chevron-left" size={16} />
      </ActionIcon>
      <Select
        aria-label="Week"
        w={250}
        data={[
          { value: 'newest', label: 'Latest reading' },
          ...[...weeks]
            .toSorted()
            .map((value) => ({ value, label: formatWeek(value) }))
            .toReversed(),
        ]}
        value={week ?? 'newest'}
        onChange={(value) => choose(value === null || value === 'newest' ? undefined : value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Next week"
        disabled={week === undefined || week >= thisWeek}
        onClick={() => choose(addWeeks(shown, 1))}
      >
        <Icon name="chevron-right" size={16} />
      </ActionIcon>
    </Group>
  );
}
