import * as v from 'valibot';
import { filterFields } from '#app/filters.ts';
import { gridSearch } from '#ui/grid/place.ts';

const { from, to, range, device } = filterFields;

/** What the address of the features holds. */
export const featuresSearch = v.object({ from, to, range, device });

/** What the address of the pages holds. */
export const pagesSearch = v.object({
  from,
  to,
  range,
  device,
  ...gridSearch,
  /** Only pages that earn, or the others. */
  money: v.optional(v.picklist(['yes', 'no'])),
  /** The page that is open beside the list. */
  page: v.optional(v.pipe(v.string(), v.maxLength(2048))),
});
