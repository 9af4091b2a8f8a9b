import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';

export const instanceScreens = [
  defineScreen({
    name: 'settings',
    path: '/settings',
    title: 'Settings',
    group: 'settings',
    icon: 'settings',
    right: 'operate',
    search: v.object({}),
    load: () => import('./settings.tsx'),
  }),
];
