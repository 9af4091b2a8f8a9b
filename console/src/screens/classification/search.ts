import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';
import { ITEM_STATUSES, KINDS } from './lists/words.ts';

/** Dimensions of a page that the review asks about. */
export const DIMENSIONS = ['page_type', 'quality_tier', 'domain_type', 'spam_tier', 'structural_type'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const REVIEW_TABS = ['pages', 'file', 'patterns'] as const;

export const reviewSearch = v.object({
  ...gridSearch,
  tab: v.optional(v.picklist(REVIEW_TABS), 'pages'),
  dimension: v.optional(v.picklist(DIMENSIONS), 'page_type'),
  /** Only pages with this label. */
  value: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Only pages that operators had classified, or corrected. */
  only: v.optional(v.picklist(['classified'])),
  /** Number of the least sure pages before the first one shown. */
  offset: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000))),
});

const offset = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)));

export const classifySearch = v.object({ ...gridSearch, offset });

export const listSearch = v.object({
  ...gridSearch,
  offset,
  kind: v.optional(v.picklist(KINDS)),
  status: v.optional(v.picklist(ITEM_STATUSES)),
  label: v.optional(v.pipe(v.string(), v.maxLength(100))),
  text: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
