import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { gridSearch } from '../../ui/grid/place.ts';

const offset = z.optional(z.number().check(z.gte(0), z.lte(1_000_000)));
const id = z.optional(z.string().check(z.maxLength(100)));

export const RUN_STATUSES = ['queued', 'awaiting_category_confirmation', 'harvesting_keywords', 'complete', 'failed'] as const;

export const runsSearch = z.object({ ...gridSearch, offset, status: z.optional(z.enum(RUN_STATUSES)) });

export const RUN_TABS = ['keywords', 'groups', 'about'] as const;

export const runSearch = z.object({
  ...gridSearch,
  offset,
  tab: z._default(z.enum(RUN_TABS), 'keywords'),
  text: z.optional(z.string().check(z.maxLength(200))),
  /** Of the list of keywords. */
  status: z.optional(z.enum(['irrelevant', 'pending'])),
  intent: z.optional(z.enum(['commercial', 'informational', 'transactional', 'navigational'])),
  brand: z.optional(z.enum(['yes', 'no'])),
  source: z.optional(z.enum(['domain_seed', 'harvest_ai'])),
  category: id,
  group: id,
});

/** From a website to keywords that are worth tracking. */
export const researchScreens = [
  defineScreen({
    name: 'research',
    path: '/p/$projectId/research',
    title: 'Research',
    group: 'research',
    icon: 'research',
    jump: 'r',
    search: runsSearch,
    load: () => import('./runs.tsx'),
  }),
  defineScreen({
    name: 'research-run',
    path: '/p/$projectId/research/$researchId',
    title: 'Research run',
    group: 'research',
    parent: 'research',
    search: runSearch,
    load: () => import('./run.tsx'),
  }),
];
