import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';

export const instanceScreens = [
  defineScreen({
    name: 'settings',
    path: '/settings',
    title: 'Settings',
    group: 'settings',
    icon: 'settings',
    scope: 'admin',
    search: z.object({}),
    load: () => import('./settings.tsx'),
  }),
];
