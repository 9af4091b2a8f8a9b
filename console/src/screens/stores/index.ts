import { defineScreen } from '#app/screen.ts';
import { storeChartSearch, storesSearch } from './search.ts';

/** The charts of both app stores. They belong to no project. */
export const storeScreens = [
  defineScreen({
    name: 'stores',
    path: '/stores',
    title: 'Store charts',
    group: 'apps',
    icon: 'chart',
    parts: ['apps'],
    search: storesSearch,
    load: () => import('./stores.tsx'),
  }),
  defineScreen({
    name: 'store-chart',
    path: '/stores/$platform/$categoryId',
    title: 'Store chart',
    group: 'apps',
    parent: 'stores',
    parts: ['apps'],
    search: storeChartSearch,
    load: () => import('./store-chart.tsx'),
  }),
];
