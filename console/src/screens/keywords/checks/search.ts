import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';
import { CHECK_STATES } from './plan.ts';

/** What the address of the checks holds. */
export const checksSearch = z.object({
  ...gridSearch,
  state: z.optional(z.array(z.enum(CHECK_STATES)).check(z.maxLength(CHECK_STATES.length))),
});
