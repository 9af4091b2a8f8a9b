import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';
import { alertsSearch, ruleSearch } from './search.ts';

export const alertScreens = [
  defineScreen({
    name: 'alerts',
    path: '/p/$projectId/alerts',
    title: 'Alerts',
    group: 'project',
    icon: 'bell',
    jump: 'l',
    parts: ['work'],
    search: alertsSearch,
    load: () => import('./alerts.tsx'),
  }),
  defineScreen({
    name: 'alert',
    path: '/p/$projectId/alerts/$alertId',
    title: 'Alert',
    group: 'none',
    parent: 'alerts',
    parts: ['work'],
    search: v.object({}),
    load: () => import('./alert.tsx'),
  }),
  defineScreen({
    name: 'alert-rule',
    path: '/p/$projectId/alerts/rules/$ruleId',
    title: 'Rule',
    group: 'none',
    parent: 'alerts',
    parts: ['work'],
    search: ruleSearch,
    load: () => import('./rule.tsx'),
  }),
];
