import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { getCostSummary } from '../reports/get-cost-summary.ts';
import { getScraperQuota } from '../reports/get-scraper-quota.ts';
import { reconcileCosts } from '../reconcile-costs.ts';
import * as queries from '../wire/query.ts';
import { ReconcileResponse, toReconcileBody } from '../wire/reconcile.ts';
import * as services from '../wire/services.ts';
import { CostSummaryResponse, toCostSummaryBody } from '../wire/summary.ts';

const common = { method: 'GET', spec: '4.11', area: 'costs', access: 'admin' } as const;

/** How things stand: budgets and quotas. */
export const overviewEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    path: '/api/admin/costs/scraper',
    summary: 'Page-fetch usage this month',
    responses: { 200: services.ScraperQuotaResponse },
    handle: async (ctx) => ({ status: 200, body: services.toScraperBody(await getScraperQuota(ctx)) }),
  }),
  defineEndpoint({
    ...common,
    path: '/api/admin/costs/summary',
    summary: 'Costs at a glance, and how full the budgets are',
    description: '`by_service` and `top_projects` cover the last 30 days.',
    responses: { 200: CostSummaryResponse },
    handle: async (ctx) => ({ status: 200, body: toCostSummaryBody(await getCostSummary(ctx)) }),
  }),
  defineEndpoint({
    ...common,
    path: '/api/admin/costs/reconcile',
    rows: 'differences',
    summary: 'Compare the ledger with what the provider says it charged',
    description:
      'Asks the provider for its record of the span and lists what the two do not agree about. It costs nothing; the provider answers ten such questions a minute. A long span is compared from its beginning as far as the record could be read: ask again with `compared_until` as `since`.',
    query: queries.ReconcileQuery,
    responses: { 200: ReconcileResponse },
    failures: ['not_configured', 'provider_failed'],
    handle: async (ctx, { query: { since, until, ...page } }) => {
      requireUnbound(ctx.caller);
      return { status: 200, body: toReconcileBody(await reconcileCosts(ctx, { since, until }), page) };
    },
  }),
];
