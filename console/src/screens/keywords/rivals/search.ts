import * as z from 'zod/mini';
import { filterFields } from '../../../app/filters.ts';
import { gridSearch } from '../../../ui/grid/place.ts';

const { from, to, range, device } = filterFields;

/** What the address of the competitors holds. */
export const competitorsSearch = z.object({
  from,
  to,
  range,
  device,
  ...gridSearch,
  /** The competitor of the head to head. */
  against: z.optional(z.string().check(z.maxLength(253))),
});
