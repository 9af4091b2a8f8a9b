import { defineEndpoint, type AppEndpoint } from '#context';
import { ProjectParams } from '../performance/wire.ts';
import { listHours } from './list-hours.ts';
import { HoursQuery, HoursResponse, toHoursBody } from './wire.ts';

export const hourEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/projects/{project_id}/search-console/hours',
    spec: '4',
    area: 'search-console',
    access: 'key',
    // Google is asked at once, for nothing.
    right: 'ask',
    rows: 'hours',
    summary: "What Google counted hour by hour of a project's property in the last days, as it has it now",
    description:
      'Google is asked for this answer, and nothing of it is kept. Hours are Pacific ones, ten days back at most; from `first_incomplete_hour` on Google counts on.',
    params: ProjectParams,
    query: HoursQuery,
    responses: { 200: HoursResponse },
    failures: ['conflict', 'provider_failed'],
    handle: async (ctx, { params: { project_id: projectId }, query: { days } }) => ({
      status: 200,
      body: toHoursBody(await listHours(ctx, projectId, days)),
    }),
  }),
];
