import * as v from 'valibot';
import { filterFields } from '#app/filters.ts';
import { gridSearch } from '#ui/grid/place.ts';

const { from, to, range, device } = filterFields;

/** What the address of the competitors holds. */
export const competitorsSearch = v.object({
  from,
  to,
  range,
  device,
  ...gridSearch,
  /** The competitor of the head to head. */
  against: v.optional(v.pipe(v.string(), v.maxLength(253))),
});
