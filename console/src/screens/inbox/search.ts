import * as v from 'valibot';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;

export const inboxSearch = v.object({
  /** Entries before the page that is shown. */
  offset: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  project: v.optional(v.pipe(v.string(), v.maxLength(100))),
  severity: v.optional(v.picklist(SEVERITIES)),
  /** Only what the person has not read. */
  unread: v.optional(v.literal(true)),
});
