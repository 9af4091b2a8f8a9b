import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { pagedSearch } from '#ui/grid/place.ts';
import { auditSearch } from './audit/search.ts';
import { webhooksSearch } from './webhooks/search.ts';

/** Keys, who did what, and events for other programs. */
export const settingsScreens = [
  defineScreen({
    name: 'keys',
    path: '/settings/keys',
    title: 'API keys',
    group: 'settings',
    icon: 'key',
    scope: 'admin',
    realTimes: 'Times of keys',
    search: v.object(pagedSearch),
    load: () => import('./keys/keys.tsx'),
  }),
  defineScreen({
    name: 'sign-in',
    path: '/settings/sign-in',
    title: 'Sign-in',
    group: 'settings',
    icon: 'user',
    realTimes: 'Times of tests',
    search: v.object({}),
    load: () => import('./sign-in/sign-in.tsx'),
  }),
  defineScreen({
    name: 'audit',
    path: '/settings/audit',
    title: 'Audit log',
    group: 'settings',
    icon: 'eye',
    scope: 'admin',
    realTimes: 'Times of the audit log',
    search: auditSearch,
    load: () => import('./audit/audit.tsx'),
  }),
  defineScreen({
    name: 'webhooks',
    path: '/settings/webhooks',
    title: 'Webhooks',
    group: 'settings',
    icon: 'share',
    scope: 'admin',
    search: webhooksSearch,
    load: () => import('./webhooks/webhooks.tsx'),
  }),
];
