import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const digestsSearch = v.object({
  ...pagedSearch,
  /** Whether one is being made. */
  add: v.optional(v.literal(true)),
});

export const organizationDigestsSearch = v.object({
  ...digestsSearch.entries,
  /** Of those who see several at once. */
  organization: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

export const digestSearch = v.object({
  /** How the mail is shown; as HTML unless given. */
  mail: v.optional(v.literal('text')),
  /** Whose eyes it is shown for; one's own unless given. */
  as: v.optional(v.literal('client')),
  /** A day of the period that is shown, `YYYY-MM-DD`. */
  period: v.optional(v.pipe(v.string(), v.isoDate())),
});
