import { defineScreen } from '#app/screen.ts';
import { domainSearch, domainsSearch } from './search.ts';

/** What is known of domains: links to them, and what they rank for. */
export const domainScreens = [
  defineScreen({
    name: 'domains',
    path: '/domains',
    title: 'Domains',
    group: 'domains',
    icon: 'globe',
    jump: 'd',
    right: 'operate',
    parts: ['sites'],
    search: domainsSearch,
    load: () => import('./domains.tsx'),
  }),
  defineScreen({
    name: 'domain',
    path: '/domains/$domain',
    title: 'Domain',
    group: 'domains',
    parent: 'domains',
    parts: ['sites'],
    search: domainSearch,
    load: () => import('./domain.tsx'),
  }),
];
