import * as v from 'valibot';
import { filterFields } from '#app/filters.ts';
import { gridSearch } from '#ui/grid/place.ts';
import { keywordFilterFields } from './filters/filters.ts';

const { from, to, range, device, language, location } = filterFields;

export const COMPARISONS = [
  { value: 'check', label: 'since the last check' },
  { value: 'week', label: 'since a week ago' },
  { value: 'previous', label: 'vs. previous period' },
  { value: 'year', label: 'vs. a year ago' },
  { value: 'none', label: 'no comparison' },
] as const;

/** What the address of the work table holds. */
export const keywordsSearch = v.object({
  from,
  to,
  range,
  device,
  language,
  location,
  ...gridSearch,
  ...keywordFilterFields,
  /** What a change is measured against. */
  since: v.optional(v.picklist(['check', 'week', 'previous', 'year', 'none'])),
  /** Competitors have columns too. */
  competitors: v.optional(v.boolean()),
  /** What Google counted has columns too. */
  counted: v.optional(v.boolean()),
  /** One row for each keyword, with all its devices and places. */
  grouped: v.optional(v.boolean()),
  /** The row that is open beside the table. */
  open: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** What the address of a keyword holds: without engine and channel it is the first one it is tracked in. */
export const keywordSearch = v.object({
  from,
  to,
  range,
  engine: v.optional(v.pipe(v.string(), v.maxLength(40))),
  channel: v.optional(v.pipe(v.string(), v.maxLength(40))),
});
