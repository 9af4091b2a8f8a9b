import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';

/** How the keywords that are added are checked. */
export const addKeywordsSearch = z.object({
  devices: z._default(z.enum(['both', 'desktop', 'mobile']), 'both'),
  interval: z._default(z.enum(['daily', 'weekly', 'monthly']), 'daily'),
  depth: z._default(z.int().check(z.gte(10), z.lte(200)), 100),
  strategy: z._default(z.enum(['full', 'until_found', 'adaptive']), 'full'),
});

export const newProjectScreens = [
  defineScreen({
    name: 'new-project',
    path: '/p/new',
    title: 'New project',
    group: 'none',
    parent: 'projects',
    icon: 'plus',
    scope: 'write',
    isBeforeProject: true,
    search: z.object({}),
    load: () => import('./new-project.tsx'),
  }),
  defineScreen({
    name: 'add-keywords',
    path: '/p/$projectId/add',
    title: 'Add keywords',
    group: 'none',
    icon: 'plus',
    scope: 'write',
    search: addKeywordsSearch,
    load: () => import('./add-keywords.tsx'),
  }),
];
