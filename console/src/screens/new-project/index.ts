import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';

/** How the keywords that are added are checked. */
export const addKeywordsSearch = v.object({
  devices: v.optional(v.picklist(['both', 'desktop', 'mobile']), 'both'),
  interval: v.optional(v.picklist(['daily', 'weekly', 'monthly']), 'daily'),
  depth: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(200)), 100),
  strategy: v.optional(v.picklist(['full', 'until_found', 'adaptive']), 'full'),
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
    search: v.object({}),
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
