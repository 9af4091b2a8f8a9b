import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

export const JOB_TABS = ['jobs', 'crawls'] as const;
export type JobTab = (typeof JOB_TABS)[number];

export const jobsSearch = z.object({
  ...gridSearch,
  tab: z._default(z.enum(JOB_TABS), 'jobs'),
  /** The open crawl. */
  crawl: z.optional(z.string().check(z.maxLength(200))),
  offset: z.optional(z.int().check(z.gte(0))),
});
