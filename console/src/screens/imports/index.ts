import { defineScreen } from '#app/screen.ts';
import { importSearch, importsSearch } from './search.ts';

/** Moving in: the history of other trackers. */
export const importScreens = [
  defineScreen({
    name: 'imports',
    path: '/p/$projectId/imports',
    title: 'Moving in',
    group: 'exchange',
    icon: 'inbox',
    right: 'edit',
    parts: ['work'],
    search: importsSearch,
    load: () => import('./imports.tsx'),
  }),
  defineScreen({
    name: 'import',
    path: '/p/$projectId/imports/$importId',
    title: 'Import',
    group: 'none',
    parent: 'imports',
    right: 'edit',
    parts: ['work'],
    search: importSearch,
    load: () => import('./import.tsx'),
  }),
];
