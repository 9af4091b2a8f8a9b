import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { addKeywordsSearch } from './search.ts';

export const newProjectScreens = [
  defineScreen({
    name: 'new-project',
    path: '/p/new',
    title: 'New project',
    group: 'none',
    parent: 'projects',
    icon: 'plus',
    right: 'manage_projects',
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
    right: 'edit',
    parts: ['rankings'],
    search: addKeywordsSearch,
    load: () => import('./add-keywords.tsx'),
  }),
];
