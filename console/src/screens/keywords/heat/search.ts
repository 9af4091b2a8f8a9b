import * as v from 'valibot';
import { filterFields } from '#app/filters.ts';

const { from, to, range, device } = filterFields;

/** Orders by what keywords have in common: the page that ranks, the first of their tags. */
export const HEAT_GROUPS = ['page', 'tag'] as const;
export const HEAT_SORTS = ['keyword', 'best', 'change', ...HEAT_GROUPS] as const;
export type HeatGroup = (typeof HEAT_GROUPS)[number];
export type HeatSort = (typeof HEAT_SORTS)[number];

/** What the address of the heat map holds. */
export const heatSearch = v.object({
  from,
  to,
  range,
  device,
  order: v.optional(v.picklist(HEAT_SORTS)),
  q: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Height of a row, in pixels. */
  height: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(4), v.maxValue(18))),
});
