import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const day = v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/u)));

export const auditSearch = v.object({
  ...pagedSearch,
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  action: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** Id or name of what was changed. */
  subject: v.optional(v.pipe(v.string(), v.maxLength(200))),
  project: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** UTC, both included. */
  since: day,
  until: day,
  /** The open entry. */
  entry: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
