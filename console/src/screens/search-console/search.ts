import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const word = v.pipe(v.string(), v.maxLength(200));

export const searchConsoleSearch = v.object({
  ...pagedSearch,
  /** The connection whose websites are shown; the one that a person came back from Google with. */
  connection: v.optional(word),
  /** Why a sign-in at Google came to nothing. */
  fault: v.optional(word),
  /** Another website is chosen. */
  change: v.optional(v.boolean()),
});
