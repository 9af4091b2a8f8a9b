import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

export const COST_TABS = ['overview', 'ledger', 'projects', 'reconcile', 'services'] as const;
export type CostTab = (typeof COST_TABS)[number];
export const COST_RANGES = ['month', '30', '90', '365'] as const;
export type CostRange = (typeof COST_RANGES)[number];

/** What narrows the ledger. */
export const ledgerSearch = {
  service: z.optional(z.string().check(z.maxLength(60))),
  run: z.optional(z.string().check(z.maxLength(300))),
  project: z.optional(z.string().check(z.maxLength(60))),
  /** `YYYY-MM-DD`, UTC, both included. */
  since: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u))),
  until: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u))),
  offset: z.optional(z.int().check(z.gte(0))),
};

export const costsSearch = z.object({
  ...gridSearch,
  ...ledgerSearch,
  tab: z._default(z.enum(COST_TABS), 'overview'),
  span: z._default(z.enum(COST_RANGES), 'month'),
});

export const projectCostsSearch = z.object({
  ...gridSearch,
  span: z._default(z.enum(COST_RANGES), 'month'),
  offset: z.optional(z.int().check(z.gte(0))),
});
