import { defineEndpoint, type AppEndpoint } from '#context';
import { ProjectParams } from '../performance/wire.ts';
import { DAYS_DEFAULT, getCtrCurve } from './get-ctr-curve.ts';
import { CtrCurveQuery, CtrCurveResponse, toCtrCurveBody } from './wire.ts';

export const curveEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/projects/{project_id}/search-console/ctr-curve',
    spec: '4',
    area: 'search-console',
    access: 'key',
    rows: 'cells',
    summary: 'How many of those who see the property at a place click it, by device and by what is on the page',
    description:
      'Over 84 days unless days are given. Every query counts on each day at its own average place. What is on the page is known of tracked keywords that were checked. ' +
      'A cell with few impressions has no value. Days whose impressions Google is known to have counted wrongly are left out.',
    params: ProjectParams,
    query: CtrCurveQuery,
    responses: { 200: CtrCurveResponse },
    handle: async (ctx, { params: { project_id: projectId }, query: { from, to, last_days: lastDays = DAYS_DEFAULT } }) => ({
      status: 200,
      body: toCtrCurveBody(await getCtrCurve(ctx, { projectId, from, to, lastDays })),
    }),
  }),
];
