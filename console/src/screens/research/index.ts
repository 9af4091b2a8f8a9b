import { defineScreen } from '#app/screen.ts';
import { runSearch, runsSearch } from './search.ts';

/** From a website to keywords that are worth tracking. */
export const researchScreens = [
  defineScreen({
    name: 'research',
    path: '/p/$projectId/research',
    title: 'Research',
    group: 'research',
    icon: 'research',
    jump: 'r',
    parts: ['research'],
    search: runsSearch,
    load: () => import('./runs.tsx'),
  }),
  defineScreen({
    name: 'research-run',
    path: '/p/$projectId/research/$researchId',
    title: 'Research run',
    group: 'research',
    parent: 'research',
    parts: ['research'],
    search: runSearch,
    load: () => import('./run/run.tsx'),
  }),
];
