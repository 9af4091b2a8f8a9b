import { defineEndpoint, type AppEndpoint } from '#context';
import { ProjectParams } from '../performance/wire.ts';
import { getOwnVoice } from './get-own-voice.ts';
import { OwnVoiceQuery, OwnVoiceResponse, toOwnVoiceBody } from './wire.ts';

export const voiceEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/projects/{project_id}/search-console/share-of-voice',
    spec: '4',
    area: 'search-console',
    access: 'key',
    rows: 'days',
    summary: "Share of voice weighed by the project's own click curve, beside the fixed one",
    description:
      'The same days, keywords and volumes as in `GET /api/rankings/summary`, of Google’s organic results; only what a place is worth differs. ' +
      'The curve is of the last 84 days of Search Console (`span`), of all devices. No other figure, report or alert takes it.',
    params: ProjectParams,
    query: OwnVoiceQuery,
    responses: { 200: OwnVoiceResponse },
    handle: async (ctx, { params: { project_id: projectId }, query: { start_date: startDate, end_date: endDate } }) => ({
      status: 200,
      body: toOwnVoiceBody(await getOwnVoice(ctx, { projectId, startDate, endDate })),
    }),
  }),
];
