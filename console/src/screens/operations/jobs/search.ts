import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const JOB_TABS = ['jobs', 'crawls'] as const;
export type JobTab = (typeof JOB_TABS)[number];

export const jobsSearch = v.object({
  ...pagedSearch,
  tab: v.optional(v.picklist(JOB_TABS), 'jobs'),
  /** The open crawl. */
  crawl: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
