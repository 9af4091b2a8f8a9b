import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export const DELIVERY_EVENTS = ['categories_synced', 'test'] as const;

export const webhooksSearch = v.object({
  ...gridSearch,
  status: v.optional(v.picklist(DELIVERY_STATES)),
  event: v.optional(v.picklist(DELIVERY_EVENTS)),
  offset: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The open event. */
  delivery: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
