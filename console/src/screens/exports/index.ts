import { defineScreen } from '#app/screen.ts';
import { exportSearch, exportsSearch } from './search.ts';

/** Lists of a project as files. */
export const exportScreens = [
  defineScreen({
    name: 'exports',
    path: '/p/$projectId/exports',
    title: 'Exports',
    group: 'exchange',
    icon: 'download',
    right: 'edit',
    parts: ['work'],
    search: exportsSearch,
    load: () => import('./exports.tsx'),
  }),
  defineScreen({
    name: 'export',
    path: '/p/$projectId/exports/$exportId',
    title: 'Export',
    group: 'none',
    parent: 'exports',
    right: 'edit',
    parts: ['work'],
    search: exportSearch,
    load: () => import('./export.tsx'),
  }),
];
