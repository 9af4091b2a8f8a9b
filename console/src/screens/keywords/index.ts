import { defineScreen } from '#app/screen.ts';
import { heatSearch } from './heat/search.ts';
import { featuresSearch, pagesSearch } from './pages/search.ts';
import { checksSearch } from './checks/search.ts';
import { runSearch } from './evidence/search.ts';
import { competitorsSearch } from './rivals/search.ts';
import { beginAll, beginTable } from './table/grid-query.ts';
import { keywordSearch, keywordsSearch } from './table/search.ts';

export const keywordScreens = [
  defineScreen({
    name: 'keywords',
    path: '/p/$projectId/keywords',
    title: 'Keywords',
    group: 'project',
    icon: 'search',
    jump: 'k',
    parts: ['rankings'],
    search: keywordsSearch,
    begin: beginTable,
    load: () => import('./keywords.tsx'),
  }),
  defineScreen({
    name: 'keyword',
    path: '/p/$projectId/keywords/$keywordId',
    title: 'Keyword',
    group: 'none',
    parent: 'keywords',
    parts: ['rankings'],
    search: keywordSearch,
    begin: beginAll,
    load: () => import('./keyword.tsx'),
  }),
  defineScreen({
    name: 'heat-map',
    path: '/p/$projectId/heatmap',
    title: 'Heat map',
    group: 'project',
    icon: 'heat',
    jump: 'h',
    parts: ['rankings'],
    search: heatSearch,
    load: () => import('./heat-map.tsx'),
  }),
  defineScreen({
    name: 'competitors',
    path: '/p/$projectId/competitors',
    title: 'Competitors',
    group: 'project',
    icon: 'users',
    jump: 'c',
    parts: ['rankings'],
    search: competitorsSearch,
    load: () => import('./competitors.tsx'),
  }),
  defineScreen({
    name: 'features',
    path: '/p/$projectId/features',
    title: 'SERP features',
    group: 'project',
    icon: 'features',
    jump: 'f',
    parts: ['rankings'],
    search: featuresSearch,
    load: () => import('./features.tsx'),
  }),
  defineScreen({
    name: 'pages',
    path: '/p/$projectId/pages',
    title: 'Pages',
    group: 'project',
    icon: 'page',
    parts: ['rankings'],
    search: pagesSearch,
    load: () => import('./pages.tsx'),
  }),
  defineScreen({
    name: 'checks',
    path: '/p/$projectId/checks',
    title: 'Checks',
    group: 'project',
    icon: 'check',
    parts: ['rankings'],
    search: checksSearch,
    begin: beginAll,
    load: () => import('./checks.tsx'),
  }),
  defineScreen({
    name: 'run',
    path: '/p/$projectId/runs/$runId',
    title: 'Check',
    group: 'none',
    parent: 'keywords',
    parts: ['rankings'],
    search: runSearch,
    load: () => import('./run.tsx'),
  }),
];
