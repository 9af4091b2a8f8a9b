import * as v from 'valibot';
import { filterFields } from '#app/filters.ts';

const { from, to, range, compare, device, location } = filterFields;

export const overviewSearch = v.object({
  from,
  to,
  range,
  compare,
  device,
  location,
  /** Which movers are listed: down and lost together, or up and new. */
  moved: v.optional(v.picklist(['fell', 'rose']), 'fell'),
  /** Day or check that movers are compared with. */
  since: v.optional(v.picklist(['period', 'week', 'check']), 'period'),
});
