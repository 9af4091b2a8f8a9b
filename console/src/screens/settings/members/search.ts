import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const membersSearch = v.object({
  ...pagedSearch,
  text: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Of those who see several at once. */
  organization: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
