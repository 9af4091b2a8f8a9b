import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';

/** What the address of a check holds. */
export const runSearch = v.object({
  ...gridSearch,
  /** Another check of the same keyword to compare with; `none`: no one. Unless given, the good check before. */
  with: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
