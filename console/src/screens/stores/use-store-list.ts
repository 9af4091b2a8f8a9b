import { useQueries, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { getAppStoreCategories, getTopApps, type AppCategory, type GetTopAppsData, type GetTopAppsResponse } from '#client';
import { useParameter } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { PLATFORMS, type Platform } from '../apps/store/store.ts';
import { CHARTS_OF, type Chart } from './charts.ts';
import { storeChartSearch } from './search.ts';
import type { WeekList } from './moves.ts';
import { listWeeksUpTo, type Week } from './weeks.ts';

/** A list of a store as the address names it. */
export interface StoreList {
  readonly platform: Platform;
  readonly categoryId: string;
  readonly country: string;
  /** Undefined: the category is an editorial list, which has no charts. */
  readonly chart: Chart | undefined;
  readonly device: 'phone' | 'tablet';
  /** The week of the address; undefined is the newest reading. */
  readonly week: Week | undefined;
}

/** More categories no answer holds. */
const CATEGORIES_MAX = 1000;
const WEEKS_SHOWN = 8;
const PLACES_MAX = 500;

export function isPlatform(text: string): text is Platform {
  return PLATFORMS.some(({ value }) => value === text);
}

/** The categories of a store in a country, with hubs, rooms and stories that it still has. */
export function useCategories(platform: Platform, country: string) {
  return useAnswer(getAppStoreCategories, { query: { platform, storefront: country, active_only: true, limit: CATEGORIES_MAX } });
}

/** What the address asks for. A chart of the other store is left out for the usual one. */
export function useStoreList(platform: Platform, category: AppCategory | undefined): StoreList {
  const { country, chart, device, week } = useScreenSearch(storeChartSearch).search;
  const charts = CHARTS_OF[platform].map(({ value }) => value);
  const isEditorial = category !== undefined && category.category_type !== 'chart';
  return {
    platform,
    categoryId: useParameter('categoryId'),
    country,
    chart: isEditorial ? undefined : (charts.find((value) => value === chart) ?? charts[0]),
    device: platform === 'store_a' ? device : 'phone',
    week: week === undefined ? undefined : String(week),
  };
}

function toQuery({ platform, categoryId, country, chart, device }: StoreList): GetTopAppsData['query'] {
  return { platform, storefront: country, category_id: categoryId, device, limit: PLACES_MAX, ...(chart && { chart }) };
}

/** The list as it was last read, or last read in its week. */
export function usePlaces(list: StoreList): UseQueryResult<GetTopAppsResponse, ApiError> {
  return useAnswer(getTopApps, { query: { ...toQuery(list), ...(list.week !== undefined && { year_week: list.week }) } });
}

interface WeekLists {
  /** The earliest week first; undefined while they are on their way. */
  readonly data: readonly WeekList[] | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => void;
}

/** The list week by week, up to one. A week without a reading has no places. */
export function useWeekLists(list: StoreList, last: Week): WeekLists {
  const weeks = useMemo(() => listWeeksUpTo(last, WEEKS_SHOWN), [last]);
  const combine = useCallback(
    (answers: UseQueryResult<GetTopAppsResponse, ApiError>[]): WeekLists => ({
      data: answers.every(({ data }) => data !== undefined)
        ? answers.map(({ data }, at) => ({ week: weeks[at] ?? '', places: data?.apps ?? [] }))
        : undefined,
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => answers.forEach(({ refetch }) => void refetch()),
    }),
    [weeks],
  );
  return useQueries({
    queries: weeks.map((week): UseQueryOptions<GetTopAppsResponse, ApiError> => {
      const options = { query: { ...toQuery(list), year_week: week, fields: ['app_id', 'title', 'rank', 'scraped_at', 'list_usd'] } };
      return { queryKey: answerKey(getTopApps, options), queryFn: () => ask(getTopApps, options) };
    }),
    combine,
  });
}
