import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

/** Country of a store, as addresses hold it. */
export const countryParameter = v.pipe(v.string(), v.regex(/^[a-z]{2}$/u));

export const appsSearch = v.object(pagedSearch);

export const APP_TABS = ['summary', 'places', 'terms', 'competitors', 'reviews', 'changes'] as const;

export const appSearch = v.object({
  ...pagedSearch,
  tab: v.optional(v.picklist(APP_TABS), 'summary'),
  country: v.optional(countryParameter),
  /** Filters of reviews: how many stars, and which version. */
  stars: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(5))),
  version: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** The review that is open. */
  review: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
