import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';
import { countryParameter } from '../apps/search.ts';
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
