import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { gridSearch } from '../../ui/grid/place.ts';

/** Country of a store, as addresses hold it. */
export const countryParameter = z.string().check(z.regex(/^[a-z]{2}$/u));

export const appsSearch = z.object({ ...gridSearch });

export const APP_TABS = ['summary', 'places', 'terms', 'competitors', 'reviews', 'changes'] as const;

export const appSearch = z.object({
  ...gridSearch,
  tab: z._default(z.enum(APP_TABS), 'summary'),
  country: z.optional(countryParameter),
  offset: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
  /** Of reviews: how many stars, and of which version. */
  stars: z.optional(z.int().check(z.gte(1), z.lte(5))),
  version: z.optional(z.string().check(z.maxLength(100))),
  /** The review that is open. */
  review: z.optional(z.string().check(z.maxLength(200))),
});

/** The apps that a project tracks in both stores. */
export const appScreens = [
  defineScreen({
    name: 'apps',
    path: '/p/$projectId/apps',
    title: 'Apps',
    group: 'apps',
    icon: 'app',
    search: appsSearch,
    load: () => import('./apps.tsx'),
  }),
  defineScreen({
    name: 'app',
    path: '/p/$projectId/apps/$platform/$appId',
    title: 'App',
    group: 'apps',
    parent: 'apps',
    search: appSearch,
    load: () => import('./app.tsx'),
  }),
];
