import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

/** What the address of a check holds. */
export const runSearch = z.object({
  ...gridSearch,
  /** Another check of the same keyword to compare with; `none`: no one. Unless given, the good check before. */
  with: z.optional(z.string().check(z.maxLength(80))),
});
