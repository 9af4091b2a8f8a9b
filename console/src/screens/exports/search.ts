import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const LENGTH_MAX = 4_000;

export const exportsSearch = v.object({
  ...pagedSearch,
  /** Whether one is being made. */
  add: v.optional(v.literal(true)),
  /** Of one that is being made: its list, and the filters of the screen that it comes from. */
  list: v.optional(v.pipe(v.string(), v.maxLength(LENGTH_MAX))),
  filters: v.optional(v.pipe(v.string(), v.maxLength(LENGTH_MAX))),
});

export const exportSearch = v.object({});
