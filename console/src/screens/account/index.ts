import * as v from 'valibot';
import { defineScreen } from '#app/screen.ts';

export const accountScreens = [
  defineScreen({
    name: 'login',
    path: '/login',
    title: 'Sign in',
    group: 'none',
    isOpen: true,
    search: v.object({}),
    load: () => import('./login.tsx'),
  }),
  defineScreen({
    name: 'setup',
    path: '/setup',
    title: 'First owner',
    group: 'none',
    isOpen: true,
    search: v.object({}),
    load: () => import('./setup.tsx'),
  }),
  defineScreen({
    name: 'password',
    path: '/password',
    title: 'Password forgotten',
    group: 'none',
    isOpen: true,
    search: v.object({}),
    load: () => import('./password.tsx'),
  }),
  defineScreen({
    name: 'invitation',
    path: '/invitation',
    title: 'Invitation',
    group: 'none',
    isOpen: true,
    search: v.object({}),
    load: () => import('./invitation.tsx'),
  }),
  defineScreen({
    name: 'account',
    path: '/account',
    title: 'Account',
    group: 'settings',
    icon: 'user',
    realTimes: 'Times of sessions',
    search: v.object({}),
    load: () => import('./account.tsx'),
  }),
];
