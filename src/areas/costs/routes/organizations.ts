import { defineEndpoint, type AppEndpoint } from '#context';
import { getOrganizationBudget, setOrganizationBudget } from '../organizations/budget.ts';
import { listMemberCosts } from '../organizations/list-member-costs.ts';
import { getCostSummary } from '../reports/get-cost-summary.ts';
import { listDailyCosts } from '../reports/list-daily-costs.ts';
import type { ServicePrice } from '../reports/list-free-tiers.ts';
import { listProjectCosts } from '../reports/get-project-costs.ts';
import { listRecentCosts } from '../reports/list-recent-costs.ts';
import { readIn } from '../visible-costs.ts';
import { DailyCostsResponse, toDailyBody } from '../wire/daily.ts';
import * as details from '../wire/details.ts';
import * as own from '../wire/organizations.ts';
import { DailyQuery, makeRecentQuery, SpanPageQuery } from '../wire/query.ts';
import { CostSummaryResponse, toCostSummaryBody } from '../wire/summary.ts';

const PATH = '/api/organizations/{organization_id}';
const common = { spec: '4.11', area: 'costs', access: 'key', params: own.OrganizationParams } as const;
const shown = { ...common, method: 'GET', right: 'see_costs' } as const;
const NO_PROJECT = 'Of the projects that the caller sees. What no project pays for is left out.';
const FIRST_PAGE = { limit: 100, offset: 0 };

/** What an organization paid for and may pay for, for its people and keys. */
export function makeOrganizationCostEndpoints(prices: readonly ServicePrice[]): AppEndpoint[] {
  return [
    defineEndpoint({
      ...shown,
      path: `${PATH}/costs`,
      summary: 'What an organization paid for at a glance, and how full its budgets are',
      description: `${NO_PROJECT} \`by_service\` and \`top_projects\` cover the last 30 days; of budgets of members the caller sees their own.`,
      responses: { 200: CostSummaryResponse },
      handle: async (ctx, { params }) => ({
        status: 200,
        body: toCostSummaryBody(await getCostSummary(await readIn(ctx, params.organization_id))),
      }),
    }),
    defineEndpoint({
      ...shown,
      path: `${PATH}/costs/daily`,
      rows: 'daily',
      summary: 'What an organization paid for over time, by day, hour or minute',
      description: NO_PROJECT,
      query: DailyQuery,
      responses: { 200: DailyCostsResponse },
      handle: async (ctx, { params, query: { days, granularity, project_id: projectId } }) => {
        const input = { days, granularity, projectId };
        return { status: 200, body: toDailyBody(await listDailyCosts(await readIn(ctx, params.organization_id), input), input) };
      },
    }),
    defineEndpoint({
      ...shown,
      path: `${PATH}/costs/by-project`,
      summary: 'What each project of an organization paid for, most expensive first',
      description: NO_PROJECT,
      query: SpanPageQuery,
      responses: { 200: details.ProjectCostsListResponse },
      handle: async (ctx, { params, query }) => ({
        status: 200,
        body: details.toProjectListBody(await listProjectCosts(await readIn(ctx, params.organization_id), query), query),
      }),
    }),
    defineEndpoint({
      ...shown,
      path: `${PATH}/costs/by-member`,
      summary: "Who caused what an organization paid for, most expensive first: people, and keys that are no person's",
      description: `${NO_PROJECT} The last 30 days unless \`since\`, \`until\` or \`minutes\` say otherwise.`,
      query: SpanPageQuery,
      responses: { 200: own.MemberCostsResponse },
      handle: async (ctx, { params, query }) => ({
        status: 200,
        body: own.toMemberCostsBody(await listMemberCosts(ctx, params.organization_id, query), query),
      }),
    }),
    defineEndpoint({
      ...shown,
      path: `${PATH}/costs/recent`,
      summary: 'Calls that an organization paid for, newest first',
      description: NO_PROJECT,
      query: makeRecentQuery(prices.map(({ service }) => service)),
      responses: { 200: details.RecentCostsResponse },
      handle: async (ctx, { params, query: { project_id: projectId, run_id: runId, ...query } }) => {
        const reader = await readIn(ctx, params.organization_id);
        return { status: 200, body: details.toRecentBody(await listRecentCosts(reader, { ...query, projectId, runId }), query) };
      },
    }),
  ];
}

/** What an organization and its projects may spend in a month. */
export const organizationBudgetEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...shown,
    path: `${PATH}/budget`,
    rows: 'projects',
    summary: 'What an organization and each of its projects may spend in this month, and what is left',
    query: own.BudgetQuery,
    responses: { 200: own.OrganizationBudgetResponse },
    handle: async (ctx, { params, query }) => ({
      status: 200,
      body: own.toOrganizationBudgetBody(await getOrganizationBudget(ctx, params.organization_id, query), query),
    }),
  }),
  defineEndpoint({
    ...common,
    method: 'PUT',
    right: 'manage',
    path: `${PATH}/budget`,
    summary: 'Set what an organization allows its projects in a month',
    description:
      'Within what operators allow: of two limits the lower holds. What the organization itself may spend is set by operators. Answers the first page of the budgets.',
    body: own.OrganizationBudgetBody,
    refusesUnknown: true,
    audited: true,
    responses: { 200: own.OrganizationBudgetResponse },
    subjectOf: ({ body }) => ({ changes: body }),
    handle: async (ctx, { params, body }) => {
      await setOrganizationBudget(ctx, params.organization_id, own.toBudgetOrder(body));
      return {
        status: 200,
        body: own.toOrganizationBudgetBody(await getOrganizationBudget(ctx, params.organization_id, FIRST_PAGE), FIRST_PAGE),
      };
    },
  }),
];
