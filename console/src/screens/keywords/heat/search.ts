import * as z from 'zod/mini';
import { filterFields } from '../../../app/filters.ts';
import { HEAT_SORTS } from './orders.ts';

const { from, to, range, device } = filterFields;

/** What the address of the heat map holds. */
export const heatSearch = z.object({
  from,
  to,
  range,
  device,
  order: z.optional(z.enum(HEAT_SORTS)),
  q: z.optional(z.string().check(z.maxLength(200))),
  /** Of a row, in pixels. */
  height: z.optional(z.int().check(z.minimum(4), z.maximum(18))),
});
