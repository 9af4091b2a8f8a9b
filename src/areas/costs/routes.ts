import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { getCostStats } from './get-cost-stats.ts';
import { CostStatsQuery, CostStatsResponse, toCostStatsBody } from './wire.ts';

const getCosts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/costs',
  spec: '4.11',
  area: 'costs',
  summary: 'What outside calls cost',
  description:
    'Amounts are the prices that the providers charged. `since`, `until` and `minutes` narrow `by_service` and `period`; the other figures say in their names what they cover.',
  access: 'admin',
  query: CostStatsQuery,
  responses: { 200: CostStatsResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toCostStatsBody(await getCostStats(ctx, query)) };
  },
});

export const endpoints: AppEndpoint[] = [getCosts];
