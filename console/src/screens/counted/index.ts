import { defineScreen } from '#app/screen.ts';
import { clicksSearch, opportunitiesSearch } from './search.ts';

/** What Google itself counted of a project, beside what is measured. */
export const countedScreens = [
  defineScreen({
    name: 'clicks',
    path: '/p/$projectId/clicks',
    title: 'Clicks',
    group: 'counted',
    icon: 'activity',
    parts: ['rankings'],
    search: clicksSearch,
    load: () => import('./clicks.tsx'),
  }),
  defineScreen({
    name: 'opportunities',
    path: '/p/$projectId/opportunities',
    title: 'Opportunities',
    group: 'counted',
    icon: 'target',
    parts: ['rankings'],
    search: opportunitiesSearch,
    load: () => import('./opportunities.tsx'),
  }),
];
