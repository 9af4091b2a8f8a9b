import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { gridSearch } from '#ui/grid/place.ts';

export const assetsSearch = v.object({
  /** The asset that is changed. */
  open: v.optional(v.pipe(v.string(), v.maxLength(60))),
  /** Whether one is being added. */
  add: v.optional(v.literal(true)),
  ...gridSearch,
});

export const projectScreens = [
  defineScreen({
    name: 'assets',
    path: '/p/$projectId/assets',
    title: 'Assets',
    group: 'project',
    icon: 'box',
    jump: 's',
    parts: ['sites'],
    search: assetsSearch,
    load: () => import('./assets.tsx'),
  }),
  defineScreen({
    name: 'project-settings',
    path: '/p/$projectId/settings',
    title: 'Project settings',
    right: 'edit',
    group: 'project',
    icon: 'settings',
    realTimes: 'Times of shared links',
    search: v.object({}),
    load: () => import('./project-settings.tsx'),
  }),
];
