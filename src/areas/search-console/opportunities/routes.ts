import { defineEndpoint, type AppEndpoint } from '#context';
import { ProjectParams } from '../performance/wire.ts';
import { getOpportunities } from './get-opportunities.ts';
import { OpportunitiesQuery, OpportunitiesResponse, toOpportunitiesBody, toOpportunitiesInput } from './wire.ts';

export const opportunityEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/projects/{project_id}/search-console/opportunities',
    spec: '4',
    area: 'search-console',
    access: 'key',
    rows: 'opportunities',
    summary: 'What is worth a look in what Google counted, beside what is tracked and measured',
    description:
      'One kind an answer. Of queries, the 25,000 with most impressions are looked at; at most 5,000 rows are found. Measured and counted positions stand beside each other and are never mixed. ' +
      'Tracked keywords are compared with the last 28 days that were read, by text, country and device.',
    params: ProjectParams,
    query: OpportunitiesQuery,
    responses: { 200: OpportunitiesResponse },
    handle: async (ctx, { params: { project_id: projectId }, query }) => {
      const input = toOpportunitiesInput(projectId, query);
      return { status: 200, body: toOpportunitiesBody(input, await getOpportunities(ctx, input)) };
    },
  }),
];
