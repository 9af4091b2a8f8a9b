import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';

export const CHECK_STATES = ['failed', 'due', 'pending', 'manual', 'all'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** What the address of the checks holds. */
export const checksSearch = v.object({
  ...gridSearch,
  state: v.optional(v.pipe(v.array(v.picklist(CHECK_STATES)), v.maxLength(CHECK_STATES.length))),
});
