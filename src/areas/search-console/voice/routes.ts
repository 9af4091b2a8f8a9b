import { getProject, toVoiceBody } from '#areas/projects/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { ProjectParams } from '../performance/wire.ts';
import { chooseVoice } from './choose-voice.ts';
import { getOwnVoice } from './get-own-voice.ts';
import { ChooseVoiceBody, ChooseVoiceResponse, OwnVoiceQuery, OwnVoiceResponse, toOwnVoiceBody } from './wire.ts';

const common = {
  path: '/api/projects/{project_id}/search-console/share-of-voice',
  spec: '4',
  area: 'search-console',
  access: 'key',
  params: ProjectParams,
} as const;

const getVoice = defineEndpoint({
  ...common,
  method: 'GET',
  rows: 'days',
  summary: "Share of voice by the project's own click curve and by the fixed one, and which of them is chosen",
  description:
    'The same days, keywords and volumes as in `GET /api/rankings/summary`, of Google’s organic results; only what a place is worth differs. ' +
    'The own curve is of the last 84 days of Search Console (`span`), for desktop and mobile apart. It weighs nothing until it is chosen.',
  query: OwnVoiceQuery,
  responses: { 200: OwnVoiceResponse },
  handle: async (ctx, { params: { project_id: projectId }, query: { start_date: startDate, end_date: endDate } }) => ({
    status: 200,
    body: toOwnVoiceBody(await getOwnVoice(ctx, { projectId, startDate, endDate })),
  }),
});

const putVoice = defineEndpoint({
  ...common,
  method: 'PUT',
  summary: "Weigh a project's share of voice by its own clicks, or by the fixed curve",
  description:
    'Holds for the past too, from the next answer on, and each answer names it. The own curve is taken as it is now, and stays so until it is chosen again. ' +
    'Alerts compare no share of before with one of after. 409 where there is no own curve, with the `reason`.',
  body: ChooseVoiceBody,
  responses: { 200: ChooseVoiceResponse },
  failures: ['conflict'],
  handle: async (ctx, { params: { project_id: projectId }, body: { weighed_by: by } }) => {
    const isChanged = await chooseVoice(ctx, projectId, by);
    const body = { success: true, project_id: projectId, is_changed: isChanged, ...toVoiceBody(await getProject(ctx, projectId)) };
    return { status: 200, body };
  },
});

export const voiceEndpoints: AppEndpoint[] = [getVoice, putVoice];
