import { defineScreen } from '#app/screen.ts';
import { overviewSearch } from './search.ts';

export const overviewScreens = [
  defineScreen({
    name: 'overview',
    path: '/p/$projectId',
    title: 'Overview',
    group: 'project',
    icon: 'home',
    jump: 'o',
    parts: ['overview'],
    search: overviewSearch,
    load: () => import('./overview.tsx'),
  }),
];
