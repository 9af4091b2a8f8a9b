import { defineScreen } from '#app/screen.ts';
import { appSearch, appsSearch } from './search.ts';

/** The apps that a project tracks in both stores. */
export const appScreens = [
  defineScreen({
    name: 'apps',
    path: '/p/$projectId/apps',
    title: 'Apps',
    group: 'apps',
    icon: 'app',
    parts: ['apps'],
    search: appsSearch,
    load: () => import('./apps.tsx'),
  }),
  defineScreen({
    name: 'app',
    path: '/p/$projectId/apps/$platform/$appId',
    title: 'App',
    group: 'apps',
    parent: 'apps',
    parts: ['apps'],
    search: appSearch,
    load: () => import('./app/app.tsx'),
  }),
];
