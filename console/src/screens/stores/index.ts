import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { gridSearch } from '#ui/grid/place.ts';
import { countryParameter } from '../apps/index.ts';
import { CHARTS } from './charts.ts';

export const storesSearch = v.object({});

export const storeChartSearch = v.object({
  ...gridSearch,
  tab: v.optional(v.picklist(['places', 'weeks']), 'places'),
  country: v.optional(countryParameter, 'us'),
  chart: v.optional(v.picklist(CHARTS)),
  device: v.optional(v.picklist(['phone', 'tablet']), 'phone'),
  /** ISO week, `YYYYWW`; the newest reading without it. A number, as addresses hold it. */
  week: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(200_001), v.maxValue(299_953))),
  /** The app whose history is open. */
  app: v.optional(v.union([v.pipe(v.string(), v.maxLength(200)), v.number()])),
  step: v.optional(v.picklist(['day', 'week']), 'day'),
  days: v.optional(v.picklist(['28', '90', '365']), '90'),
  /** The crawl that was begun here. */
  crawl: v.optional(v.pipe(v.string(), v.maxLength(80))),
});

/** The charts of both app stores. They belong to no project. */
export const storeScreens = [
  defineScreen({
    name: 'stores',
    path: '/stores',
    title: 'Store charts',
    group: 'apps',
    icon: 'chart',
    search: storesSearch,
    load: () => import('./stores.tsx'),
  }),
  defineScreen({
    name: 'store-chart',
    path: '/stores/$platform/$categoryId',
    title: 'Store chart',
    group: 'apps',
    parent: 'stores',
    search: storeChartSearch,
    load: () => import('./store-chart.tsx'),
  }),
];
