import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const text = v.optional(v.pipe(v.string(), v.maxLength(200)));

export const domainsSearch = v.object({
  ...pagedSearch,
  text,
  status: v.optional(v.picklist(['pending', 'in_progress', 'complete', 'failed'])),
  tier: v.optional(v.picklist(['customer', 'competitor', 'prospect', 'classified'])),
});

export const DOMAIN_TABS = ['summary', 'keywords', 'pages', 'links', 'anchors'] as const;

export const domainSearch = v.object({
  ...pagedSearch,
  tab: v.optional(v.picklist(DOMAIN_TABS), 'summary'),
  text,
  /** State of the listed referring domains. */
  links: v.optional(v.picklist(['live', 'lost'])),
  /** Kind of the listed pages: those that earn, or the others. */
  money: v.optional(v.picklist(['yes', 'no'])),
});
