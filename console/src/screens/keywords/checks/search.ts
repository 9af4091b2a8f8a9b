import * as v from 'valibot';
import { gridSearch } from '../../../ui/grid/place.ts';
import { CHECK_STATES } from './plan.ts';

/** What the address of the checks holds. */
export const checksSearch = v.object({
  ...gridSearch,
  state: v.optional(v.pipe(v.array(v.picklist(CHECK_STATES)), v.maxLength(CHECK_STATES.length))),
});
