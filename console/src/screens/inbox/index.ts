import { defineScreen } from '#app/screen.ts';
import { inboxSearch } from './search.ts';

/** What the service said to people. The bell leads here. */
export const inboxScreens = [
  defineScreen({
    name: 'inbox',
    path: '/inbox',
    title: 'Inbox',
    group: 'none',
    jump: 'i',
    parts: ['work'],
    search: inboxSearch,
    load: () => import('./inbox.tsx'),
  }),
];
