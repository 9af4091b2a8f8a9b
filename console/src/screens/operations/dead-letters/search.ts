import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

export const deadLettersSearch = z.object({
  ...gridSearch,
  /** The open group, by its key. */
  group: z.optional(z.string().check(z.maxLength(600))),
  /** The open letter. */
  letter: z.optional(z.string().check(z.maxLength(80))),
});
