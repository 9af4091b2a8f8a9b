import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export const DELIVERY_EVENTS = ['categories_synced', 'test'] as const;

export const webhooksSearch = v.object({
  ...pagedSearch,
  status: v.optional(v.picklist(DELIVERY_STATES)),
  event: v.optional(v.picklist(DELIVERY_EVENTS)),
  /** The open event. */
  delivery: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
