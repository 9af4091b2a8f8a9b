import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { gridSearch } from '../../ui/grid/place.ts';

export const projectsSearch = z.object({
  ...gridSearch,
  text: z.optional(z.string().check(z.maxLength(100))),
  status: z.optional(z.enum(['active', 'paused', 'archived'])),
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
];
