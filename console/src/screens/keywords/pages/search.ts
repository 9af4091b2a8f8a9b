import * as z from 'zod/mini';
import { filterFields } from '../../../app/filters.ts';
import { gridSearch } from '../../../ui/grid/place.ts';

const { from, to, range, device } = filterFields;

/** What the address of the features holds. */
export const featuresSearch = z.object({ from, to, range, device });

/** What the address of the pages holds. */
export const pagesSearch = z.object({
  from,
  to,
  range,
  device,
  ...gridSearch,
  /** Only pages that earn, or the others. */
  money: z.optional(z.enum(['yes', 'no'])),
  /** The page that is open beside the list. */
  page: z.optional(z.string().check(z.maxLength(2048))),
});
