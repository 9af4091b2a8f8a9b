import { defineEndpoint, type AppEndpoint } from '#context';
import { getCostStats } from '../reports/get-cost-stats.ts';
import { getProjectCosts } from '../reports/get-project-costs.ts';
import { getRunCosts } from '../reports/get-run-costs.ts';
import { listDailyCosts } from '../reports/list-daily-costs.ts';
import { listProjectCosts } from '../reports/get-project-costs.ts';
import { DailyCostsResponse, toDailyBody } from '../wire/daily.ts';
import * as details from '../wire/details.ts';
import * as queries from '../wire/query.ts';
import { CostStatsResponse, toCostStatsBody } from '../wire/stats.ts';

const common = { method: 'GET', spec: '4.11', area: 'costs', access: 'admin' } as const;

/** For administrators, and for every key that may read the project. */
const PROJECT_COSTS = [
  { path: '/api/admin/costs/project/{project_id}', access: 'admin' },
  { path: '/api/projects/{project_id}/costs', access: 'key', right: 'see_costs' },
] as const;

/** What was spent. A bound key sees what its projects paid for. */
export const ledgerEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    path: '/api/admin/costs',
    summary: 'What outside calls cost',
    description:
      'Amounts are the prices that the providers charged. `since`, `until` and `minutes` narrow `by_service` and `period`; the other figures say in their names what they cover.',
    query: queries.SpanQuery,
    responses: { 200: CostStatsResponse },
    handle: async (ctx, { query }) => ({ status: 200, body: toCostStatsBody(await getCostStats(ctx, query)) }),
  }),
  defineEndpoint({
    ...common,
    path: '/api/admin/costs/run/{run_id}',
    rows: 'costs',
    summary: 'What a run cost',
    description: 'A run is a workflow (`workflow_id` in other answers) or a request. Its calls follow, newest first.',
    params: queries.CostRunParams,
    query: queries.LedgerPageQuery,
    responses: { 200: details.RunCostsResponse },
    handle: async (ctx, { params, query }) => ({
      status: 200,
      body: details.toRunCostsBody(await getRunCosts(ctx, params.run_id, query), query),
    }),
  }),
  ...PROJECT_COSTS.map((route) =>
    defineEndpoint({
      ...common,
      ...route,
      summary: 'What a project paid for',
      description: '`since`, `until` and `minutes` narrow `period`, `by_service` and `costs`.',
      params: queries.CostProjectParams,
      query: queries.SpanPageQuery,
      responses: { 200: details.ProjectCostsResponse },
      handle: async (ctx, { params, query }) => ({
        status: 200,
        body: details.toProjectCostDetailsBody(await getProjectCosts(ctx, params.project_id, query), query),
      }),
    }),
  ),
  defineEndpoint({
    ...common,
    access: 'key',
    right: 'see_costs',
    path: '/api/projects/{project_id}/costs/daily',
    rows: 'daily',
    summary: 'What a project paid for over time, by day, hour or minute',
    params: queries.CostProjectParams,
    query: queries.DailyQuery.omit({ project_id: true }),
    responses: { 200: DailyCostsResponse },
    handle: async (ctx, { params, query: { days, granularity } }) => {
      const input = { days, granularity, projectId: params.project_id };
      return { status: 200, body: toDailyBody(await listDailyCosts(ctx, input), input) };
    },
  }),
  defineEndpoint({
    ...common,
    path: '/api/admin/costs/by-project',
    summary: 'What each project paid for, most expensive first',
    query: queries.SpanPageQuery,
    responses: { 200: details.ProjectCostsListResponse },
    handle: async (ctx, { query }) => ({ status: 200, body: details.toProjectListBody(await listProjectCosts(ctx, query), query) }),
  }),
  defineEndpoint({
    ...common,
    path: '/api/admin/costs/daily',
    rows: 'daily',
    summary: 'Costs over time, by day, hour or minute',
    query: queries.DailyQuery,
    responses: { 200: DailyCostsResponse },
    handle: async (ctx, { query: { days, granularity, project_id: projectId } }) => {
      const input = { days, granularity, projectId };
      return { status: 200, body: toDailyBody(await listDailyCosts(ctx, input), input) };
    },
  }),
];
