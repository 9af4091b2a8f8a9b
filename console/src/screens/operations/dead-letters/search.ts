import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';

export const deadLettersSearch = v.object({
  ...gridSearch,
  /** The open group, by its key. */
  group: v.optional(v.pipe(v.string(), v.maxLength(600))),
  /** The open letter. */
  letter: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
