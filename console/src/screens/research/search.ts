import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const id = v.optional(v.pipe(v.string(), v.maxLength(100)));

export const RUN_STATUSES = ['queued', 'awaiting_category_confirmation', 'harvesting_keywords', 'complete', 'failed'] as const;

export const runsSearch = v.object({ ...pagedSearch, status: v.optional(v.picklist(RUN_STATUSES)) });

export const RUN_TABS = ['keywords', 'groups', 'about'] as const;

export const runSearch = v.object({
  ...pagedSearch,
  tab: v.optional(v.picklist(RUN_TABS), 'keywords'),
  text: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** State of the listed keywords. */
  status: v.optional(v.picklist(['irrelevant', 'pending'])),
  intent: v.optional(v.picklist(['commercial', 'informational', 'transactional', 'navigational'])),
  brand: v.optional(v.picklist(['yes', 'no'])),
  source: v.optional(v.picklist(['domain_seed', 'harvest_ai'])),
  category: id,
  group: id,
});
