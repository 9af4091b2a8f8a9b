import * as v from 'valibot';
import { filterFields } from '../../../app/filters.ts';
import { HEAT_SORTS } from './orders.ts';

const { from, to, range, device } = filterFields;

/** What the address of the heat map holds. */
export const heatSearch = v.object({
  from,
  to,
  range,
  device,
  order: v.optional(v.picklist(HEAT_SORTS)),
  q: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Of a row, in pixels. */
  height: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(4), v.maxValue(18))),
});
