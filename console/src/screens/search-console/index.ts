import { defineScreen } from '#app/screen.ts';
import { searchConsoleSearch } from './search.ts';

/** Where a project gets the clicks from that Google itself counts. */
export const searchConsoleScreens = [
  defineScreen({
    name: 'search-console',
    path: '/p/$projectId/search-console',
    title: 'Search Console',
    group: 'counted',
    icon: 'link',
    parts: ['rankings'],
    search: searchConsoleSearch,
    load: () => import('./search-console.tsx'),
  }),
];
