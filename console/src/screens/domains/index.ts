import * as z from 'zod/mini';
import { defineScreen } from '../../app/screen.ts';
import { gridSearch } from '../../ui/grid/place.ts';

const offset = z.optional(z.number().check(z.gte(0), z.lte(1_000_000)));
const text = z.optional(z.string().check(z.maxLength(200)));

export const domainsSearch = z.object({
  ...gridSearch,
  text,
  offset,
  status: z.optional(z.enum(['pending', 'in_progress', 'complete', 'failed'])),
  tier: z.optional(z.enum(['customer', 'competitor', 'prospect'])),
});

export const DOMAIN_TABS = ['summary', 'keywords', 'pages', 'links', 'anchors'] as const;

export const domainSearch = z.object({
  ...gridSearch,
  tab: z._default(z.enum(DOMAIN_TABS), 'summary'),
  text,
  offset,
  /** Of the list of referring domains. */
  links: z.optional(z.enum(['live', 'lost'])),
  /** Of the list of pages: only those that earn, or the others. */
  money: z.optional(z.enum(['yes', 'no'])),
});

/** What is known of domains: links to them, and what they rank for. */
export const domainScreens = [
  defineScreen({
    name: 'domains',
    path: '/domains',
    title: 'Domains',
    group: 'domains',
    icon: 'globe',
    jump: 'd',
    scope: 'admin',
    search: domainsSearch,
    load: () => import('./domains.tsx'),
  }),
  defineScreen({
    name: 'domain',
    path: '/domains/$domain',
    title: 'Domain',
    group: 'domains',
    parent: 'domains',
    search: domainSearch,
    load: () => import('./domain.tsx'),
  }),
];
