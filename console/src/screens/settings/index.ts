import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { pagedSearch } from '#ui/grid/place.ts';
import { approvalsSearch } from './approvals/search.ts';
import { auditSearch } from './audit/search.ts';
import { membersSearch } from './members/search.ts';
import { webhooksSearch } from './webhooks/search.ts';

/** Members, keys, who did what, and events for other programs. */
export const settingsScreens = [
  defineScreen({
    name: 'members',
    path: '/settings/members',
    title: 'Members',
    group: 'settings',
    icon: 'users',
    right: 'manage',
    realTimes: 'Times of members and invitations',
    search: membersSearch,
    load: () => import('./members/members.tsx'),
  }),
  defineScreen({
    name: 'keys',
    path: '/settings/keys',
    title: 'API keys',
    group: 'settings',
    icon: 'key',
    right: 'operate',
    realTimes: 'Times of keys',
    search: v.object(pagedSearch),
    load: () => import('./keys/keys.tsx'),
  }),
  defineScreen({
    name: 'approvals',
    path: '/approvals',
    title: 'Approvals',
    group: 'settings',
    icon: 'eye',
    right: 'edit',
    realTimes: 'Times of quotes',
    search: approvalsSearch,
    load: () => import('./approvals/approvals.tsx'),
  }),
  defineScreen({
    name: 'sign-in',
    path: '/settings/sign-in',
    title: 'Sign-in',
    group: 'settings',
    icon: 'user',
    right: 'own',
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
    right: 'manage',
    realTimes: 'Times of the audit log',
    search: auditSearch,
    load: () => import('./audit/audit.tsx'),
  }),
  defineScreen({
    name: 'webhooks',
    path: '/settings/webhooks',
    title: 'Webhooks',
    group: 'none',
    parent: 'organization-channels',
    right: 'operate',
    search: webhooksSearch,
    load: () => import('./webhooks/webhooks.tsx'),
  }),
];
