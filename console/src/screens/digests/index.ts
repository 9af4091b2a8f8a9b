import { defineScreen } from '#app/screen.ts';
import { digestSearch, digestsSearch, organizationDigestsSearch } from './search.ts';

/** Digests about a project. */
export const digestScreens = [
  defineScreen({
    name: 'digests',
    path: '/p/$projectId/digests',
    title: 'Digests',
    group: 'exchange',
    icon: 'mail',
    right: 'edit',
    parts: ['work'],
    search: digestsSearch,
    load: () => import('./digests.tsx'),
  }),
  defineScreen({
    name: 'digest',
    path: '/p/$projectId/digests/$digestId',
    title: 'Digest',
    group: 'none',
    parent: 'digests',
    right: 'edit',
    parts: ['work'],
    search: digestSearch,
    load: () => import('./digest.tsx'),
  }),
];

/** Those about several projects too. */
export const organizationDigestScreens = [
  defineScreen({
    name: 'organization-digests',
    path: '/settings/digests',
    title: 'All digests',
    group: 'settings',
    icon: 'mail',
    right: 'manage',
    parts: ['work'],
    search: organizationDigestsSearch,
    load: () => import('./organization-digests.tsx'),
  }),
  defineScreen({
    name: 'organization-digest',
    path: '/settings/digests/$digestId',
    title: 'Digest of projects',
    group: 'none',
    parent: 'organization-digests',
    right: 'manage',
    parts: ['work'],
    search: digestSearch,
    load: () => import('./digest.tsx'),
  }),
];
