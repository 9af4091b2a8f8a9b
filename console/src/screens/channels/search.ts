import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const Id = v.pipe(v.string(), v.maxLength(80));

export const channelsSearch = v.object({
  ...pagedSearch,
  /** The open channel. */
  channel: v.optional(Id),
  /** Whether one is being added. */
  add: v.optional(v.literal(true)),
});

export const organizationChannelsSearch = v.object({
  ...channelsSearch.entries,
  /** Of those who see several at once; without it all, and the service's own. */
  organization: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
