import { defineEndpoint, type AppEndpoint } from '#context';
import { getPerformance } from './get-performance.ts';
import { PerformanceQuery, PerformanceResponse, ProjectParams, toPerformanceBody, toPerformanceInput } from './wire.ts';

export const performanceEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/projects/{project_id}/search-console/performance',
    spec: '4',
    area: 'search-console',
    access: 'key',
    rows: 'rows',
    summary: "Clicks and impressions that Google counted of a project's property, by day, query, page, country or device",
    description:
      'Days are Pacific ones. Sums by day, country and device hold everything; those by query and page only what Google names, and `named` says how much of the clicks that is. ' +
      'By page, a search that shows two pages counts twice. A day that was not read counts nowhere and is no 0: `span` says how many there are. ' +
      '`warnings` names figures that Google is known to have counted wrongly in these days.',
    params: ProjectParams,
    query: PerformanceQuery,
    responses: { 200: PerformanceResponse },
    handle: async (ctx, { params: { project_id: projectId }, query }) => {
      const input = toPerformanceInput(projectId, query);
      return { status: 200, body: toPerformanceBody(input, await getPerformance(ctx, input)) };
    },
  }),
];
