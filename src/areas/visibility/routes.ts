import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { CSV_TYPE, toAttachment } from '#http/csv.ts';
import { toDay } from '#kernel/clock.ts';
import { getVisibility } from './get-visibility.ts';
import { toVisibilityBody, toVisibilityCsv, toVisibilityInput, VisibilityParams, VisibilityQuery, VisibilityResponse } from './wire.ts';

const common = { spec: '1', area: 'visibility', access: 'key', method: 'GET' } as const;

const getProjectVisibility = defineEndpoint({
  ...common,
  path: '/api/projects/{project_id}/visibility',
  rows: 'days',
  summary: 'Website, maps and both app stores of a project side by side, day by day',
  description:
    '`site` and `maps` are the days of `GET /api/rankings/summary` for organic and local results, of the best own site or place of each keyword. ' +
    '`store_a` and `store_b` are what was read on the day itself: the search for each tracked term, with the best own app, the charts, and the ratings. ' +
    'What is not known is null and never 0; a failed check or a chart that was not read is no loss. ' +
    'The share of voice of a store is the sum of the voices of the positions, divided by the number of terms whose outcome is known: ' +
    'the voice of a position is that of `GET /api/rankings/summary`, and terms weigh the same, because stores do not say how often they are searched for.',
  params: VisibilityParams,
  query: VisibilityQuery,
  responses: { 200: VisibilityResponse },
  handle: async (ctx, { params: { project_id: projectId }, query }) => ({
    status: 200,
    body: toVisibilityBody(projectId, await getVisibility(ctx, toVisibilityInput(projectId, query))),
  }),
});

const getVisibilityCsv = defineEndpoint({
  ...common,
  path: '/api/projects/{project_id}/visibility.csv',
  summary: 'The same as CSV, a line for each day and surface',
  description: 'What is not known is empty.',
  params: VisibilityParams,
  query: VisibilityQuery,
  contentType: CSV_TYPE,
  responses: { 200: z.string() },
  handle: async (ctx, { params: { project_id: projectId }, query }) => ({
    status: 200,
    body: toVisibilityCsv(await getVisibility(ctx, toVisibilityInput(projectId, query))),
    headers: toAttachment('visibility', projectId, toDay(ctx.clock.now())),
  }),
});

export const endpoints: AppEndpoint[] = [getProjectVisibility, getVisibilityCsv];
