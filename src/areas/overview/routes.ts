import { defineEndpoint, type AppEndpoint } from '#context';
import { priceMetrics } from '#areas/rankings/index.ts';
import { getAttention } from './get-attention.ts';
import { getOverviewVersion, getProjectOverview } from './get-project-overview.ts';
import { listProjectsAtGlance } from './list-projects.ts';
import { AttentionQuery, AttentionResponse, toAttentionBody } from './wire/attention.ts';
import { OverviewParams, ProjectOverviewQuery, ProjectOverviewResponse, toOverviewInput, toProjectOverviewBody } from './wire/project.ts';
import { OverviewQuery, OverviewResponse, toProjectsOverviewBody } from './wire/projects.ts';

const common = { spec: '1', area: 'overview', access: 'key', method: 'GET' } as const;

const getOverview = defineEndpoint({
  ...common,
  path: '/api/overview',
  summary: 'All projects that the caller sees, at a glance',
  description:
    'By name, with the figures of their own sites in organic results. `as_of` is the day of these figures: usually today, and while a large project is being ' +
    'worked out, the last day that is stored. What is not known is null and never 0; a failed check is no loss.',
  query: OverviewQuery,
  responses: { 200: OverviewResponse },
  handle: async (ctx, { query }) => {
    const { organization_id: organizationId, ...rest } = query;
    return {
      status: 200,
      body: toProjectsOverviewBody(await listProjectsAtGlance(ctx, { organizationId, status: undefined, ...rest }), query),
    };
  },
});

const getOneOverview = defineEndpoint({
  ...common,
  path: '/api/projects/{project_id}/overview',
  summary: 'What changed in a project, in one answer',
  description:
    'The days of a period and of the one that it is compared with, what moved between their last days, what the newest checks came to, what failed, what is due, ' +
    'the links of the own websites, and what the month costs. `days` are those of `GET /api/rankings/summary`. What is not known is null and never 0.',
  params: OverviewParams,
  query: ProjectOverviewQuery,
  responses: { 200: ProjectOverviewResponse },
  version: (ctx, { params }) => getOverviewVersion(ctx, params.project_id),
  handle: async (ctx, { params, query }) => {
    const input = toOverviewInput(params.project_id, query);
    return { status: 200, body: toProjectOverviewBody(input, await getProjectOverview(ctx, input), priceMetrics(ctx.searchData)) };
  },
});

const getAttentionCounts = defineEndpoint({
  ...common,
  path: '/api/attention',
  summary: 'What waits for a person, in numbers',
  description: 'Failures that nothing mends by itself, and budgets that refuse calls. What a drain or a budget refused has not failed.',
  query: AttentionQuery,
  responses: { 200: AttentionResponse },
  handle: async (ctx, { query }) => ({ status: 200, body: toAttentionBody(await getAttention(ctx, query.project_id)) }),
});

export const endpoints: AppEndpoint[] = [getOverview, getOneOverview, getAttentionCounts];
