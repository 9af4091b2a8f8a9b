import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { createMute, deleteMute, listMutes } from '../mutes/mutes.ts';
import * as wire from '../wire/mutes.ts';
import { MuteRuleBody, RuleParams } from '../wire/rules.ts';

const common = { spec: '4', area: 'alerts', access: 'key' } as const;

const getMutes = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/mutes',
  summary: 'List mutes of alerts, newest first',
  description: 'With a project: those that hold for it, with those of its whole organization.',
  query: wire.ListMutesQuery,
  responses: { 200: wire.MuteListResponse },
  handle: async (ctx, { query }) => {
    const { limit, offset, project_id: projectId, active: isActive } = query;
    const { mutes, total } = await listMutes(ctx, { projectId, isActive, limit, offset });
    return { status: 200, body: { success: true, mutes: mutes.map(wire.toMuteBody), ...toListFields(mutes, query, total) } };
  },
});

const postMute = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/mutes',
  summary: 'Mute alerts until a time',
  description:
    'Of a rule, keyword, tag or project, or without any of them of the organization (right `manage`). Rules are judged all the same; one message at the end says what still fires.',
  body: wire.CreateMuteBody,
  refusesUnknown: true,
  responses: { 201: wire.MuteResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { body }) => ({
    status: 201,
    body: { success: true, mute: wire.toMuteBody(await createMute(ctx, wire.toNewMute(body))) },
  }),
});

const postRuleMute = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/alert-rules/{rule_id}/mute',
  summary: 'Mute a rule until a time',
  description: 'The same as `POST /api/mutes` with `rule_id`.',
  params: RuleParams,
  body: MuteRuleBody,
  refusesUnknown: true,
  responses: { 201: wire.MuteResponse },
  failures: ['conflict'],
  handle: async (ctx, { params, body }) => {
    const mute = wire.toNewMute({ ...body, rule_id: params.rule_id });
    return { status: 201, body: { success: true, mute: wire.toMuteBody(await createMute(ctx, mute)) } };
  },
});

const removeMute = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/mutes/{mute_id}',
  summary: 'End a mute',
  description: 'A message says then what still fires.',
  params: wire.MuteParams,
  responses: { 200: wire.DeleteMuteResponse },
  handle: async (ctx, { params: { mute_id: id } }) => {
    await deleteMute(ctx, id);
    return { status: 200, body: { success: true, id, deleted: true } };
  },
});

export const muteEndpoints: AppEndpoint[] = [getMutes, postMute, postRuleMute, removeMute];
