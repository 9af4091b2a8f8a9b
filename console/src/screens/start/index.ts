import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { gridSearch } from '#ui/grid/place.ts';
import { newProjectScreens } from '../new-project/index.ts';

export const projectsSearch = v.object({
  ...gridSearch,
  text: v.optional(v.pipe(v.string(), v.maxLength(100))),
  status: v.optional(v.picklist(['active', 'paused', 'archived'])),
});

export const startScreens = [
  defineScreen({
    name: 'projects',
    path: '/',
    title: 'All projects',
    group: 'none',
    icon: 'list',
    jump: 'a',
    search: projectsSearch,
    load: () => import('./projects.tsx'),
  }),
  ...newProjectScreens,
];
