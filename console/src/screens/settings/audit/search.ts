import * as v from 'valibot';
import { gridSearch } from '#ui/grid/place.ts';

const day = v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/u)));

export const auditSearch = v.object({
  ...gridSearch,
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  action: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** UTC, both included. */
  since: day,
  until: day,
  offset: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The open entry. */
  entry: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
