import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const COST_TABS = ['overview', 'ledger', 'projects', 'reconcile', 'services'] as const;
export type CostTab = (typeof COST_TABS)[number];
export const COST_RANGES = ['month', '30', '90', '365'] as const;
export type CostRange = (typeof COST_RANGES)[number];

/** What narrows the ledger. */
export const ledgerSearch = {
  service: v.optional(v.pipe(v.string(), v.maxLength(60))),
  run: v.optional(v.pipe(v.string(), v.maxLength(300))),
  project: v.optional(v.pipe(v.string(), v.maxLength(60))),
  /** `YYYY-MM-DD`, UTC, both included. */
  since: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/u))),
  until: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/u))),
};

export const costsSearch = v.object({
  ...pagedSearch,
  ...ledgerSearch,
  tab: v.optional(v.picklist(COST_TABS), 'overview'),
  span: v.optional(v.picklist(COST_RANGES), 'month'),
});

export const projectCostsSearch = v.object({
  ...pagedSearch,
  span: v.optional(v.picklist(COST_RANGES), 'month'),
});
