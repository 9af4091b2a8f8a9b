import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export const DELIVERY_EVENTS = ['categories_synced', 'test'] as const;

export const webhooksSearch = z.object({
  ...gridSearch,
  status: z.optional(z.enum(DELIVERY_STATES)),
  event: z.optional(z.enum(DELIVERY_EVENTS)),
  offset: z.optional(z.int().check(z.gte(0))),
  /** The open event. */
  delivery: z.optional(z.string().check(z.maxLength(80))),
});
