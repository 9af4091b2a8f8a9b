import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { gridSearch } from '../../ui/grid/place.ts';
import { countryParameter } from '../apps/index.ts';
import { CHARTS } from './charts.ts';

export const storesSearch = z.object({});

export const storeChartSearch = z.object({
  ...gridSearch,
  tab: z._default(z.enum(['places', 'weeks']), 'places'),
  country: z._default(countryParameter, 'us'),
  chart: z.optional(z.enum(CHARTS)),
  device: z._default(z.enum(['phone', 'tablet']), 'phone'),
  /** ISO week, `YYYYWW`; the newest reading without it. A number, as addresses hold it. */
  week: z.optional(z.int().check(z.gte(200_001), z.lte(299_953))),
  /** The app whose history is open. */
  app: z.optional(z.union([z.string().check(z.maxLength(200)), z.number()])),
  step: z._default(z.enum(['day', 'week']), 'day'),
  days: z._default(z.enum(['28', '90', '365']), '90'),
  /** The crawl that was begun here. */
  crawl: z.optional(z.string().check(z.maxLength(80))),
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
