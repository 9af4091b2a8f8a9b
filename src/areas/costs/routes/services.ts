import { defineEndpoint, type AppEndpoint } from '#context';
import { listFreeTiers, type ServicePrice } from '../reports/list-free-tiers.ts';
import { listRecentCosts } from '../reports/list-recent-costs.ts';
import * as details from '../wire/details.ts';
import { makeRecentQuery } from '../wire/query.ts';
import { FreeTiersResponse, toFreeTiersBody } from '../wire/services.ts';

const common = { method: 'GET', spec: '4.11', area: 'costs', access: 'admin' } as const;

/** Endpoints that name services. */
export function makeServiceCostEndpoints(prices: readonly ServicePrice[]): AppEndpoint[] {
  return [
    defineEndpoint({
      ...common,
      path: '/api/admin/costs/recent',
      summary: 'The ledger, newest first',
      query: makeRecentQuery(prices.map(({ service }) => service)),
      responses: { 200: details.RecentCostsResponse },
      handle: async (ctx, { query: { project_id: projectId, run_id: runId, ...query } }) => ({
        status: 200,
        body: details.toRecentBody(await listRecentCosts(ctx, { ...query, projectId, runId }), query),
      }),
    }),
    defineEndpoint({
      ...common,
      path: '/api/admin/costs/free-tiers',
      summary: 'Free tiers, and the rates of services without one',
      responses: { 200: FreeTiersResponse },
      handle: async (ctx) => ({ status: 200, body: toFreeTiersBody(await listFreeTiers(ctx, prices), prices) }),
    }),
  ];
}
