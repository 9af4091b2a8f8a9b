import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { OrganizationParams } from '../organizations/wire.ts';
import { GrantChangeBody, toGrantChanges } from '../wire/grants.ts';
import { changeMember, getMember, listMembers, removeMember } from './manage-members.ts';
import { endView, viewAs } from './view-as.ts';
import {
  MemberListResponse,
  MemberParams,
  MemberResponse,
  MembersQuery,
  RemovedResponse,
  toMemberBody,
  ViewAsBody,
  ViewAsResponse,
} from './wire.ts';

const common = { spec: '5', area: 'people', access: 'key', right: 'manage' } as const;
const PATH = '/api/organizations/{organization_id}/members';

const getMembers = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  summary: 'Members of an organization, by name',
  params: OrganizationParams,
  query: MembersQuery,
  responses: { 200: MemberListResponse },
  handle: async (ctx, { params, query }) => {
    const { members, total } = await listMembers(ctx, { ...query, organizationId: params.organization_id });
    return { status: 200, body: { success: true, members: members.map(toMemberBody), ...toListFields(members, query, total) } };
  },
});

const getOneMember = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/{user_id}`,
  summary: 'What a member may do',
  params: MemberParams,
  responses: { 200: MemberResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, member: toMemberBody(await getMember(ctx, params.organization_id, params.user_id)) },
  }),
});

const putMember = defineEndpoint({
  ...common,
  method: 'PUT',
  needsStepUp: true,
  path: `${PATH}/{user_id}`,
  summary: 'Change what a member may do',
  description:
    'What is given is changed, null takes a limit away. No role above your own can be given or changed. The last owner keeps the role (409). Holds at once.',
  refusesUnknown: true,
  audited: true,
  params: MemberParams,
  body: GrantChangeBody,
  responses: { 200: MemberResponse },
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: { success: true, member: toMemberBody(await changeMember(ctx, params.organization_id, params.user_id, toGrantChanges(body))) },
  }),
});

const deleteMember = defineEndpoint({
  ...common,
  method: 'DELETE',
  needsStepUp: true,
  path: `${PATH}/{user_id}`,
  summary: 'Remove a member',
  description:
    'Ends their sessions, sockets, personal keys and open invitations in the organization at once. Keys of the organization, views and notes stay. The last owner stays too (409).',
  audited: true,
  params: MemberParams,
  responses: { 200: RemovedResponse },
  handle: async (ctx, { params }) => {
    await removeMember(ctx, params.organization_id, params.user_id);
    return { status: 200, body: { success: true } };
  },
});

const postViewAs = defineEndpoint({
  ...common,
  access: 'person',
  method: 'POST',
  path: '/api/organizations/{organization_id}/view-as',
  summary: 'Look at an organization as a member sees it',
  description: 'For 15 minutes, without changing anything. Of editors, viewers and clients only. The audit log has both names.',
  idempotent: false,
  audited: true,
  params: OrganizationParams,
  body: ViewAsBody,
  responses: { 201: ViewAsResponse },
  subjectOf: ({ body: { user_id } }) => ({ user_id }),
  handle: async (ctx, { params, body }) => ({
    status: 201,
    body: { success: true, ends_at: (await viewAs(ctx, params.organization_id, body.user_id)).toISOString() },
  }),
});

const deleteViewAs = defineEndpoint({
  spec: '5',
  area: 'people',
  access: 'person',
  method: 'DELETE',
  path: '/api/view-as',
  summary: 'See the organization with your own eyes again',
  audited: true,
  responses: { 200: RemovedResponse },
  handle: async (ctx) => {
    await endView(ctx);
    return { status: 200, body: { success: true } };
  },
});

export const memberEndpoints: AppEndpoint[] = [getMembers, getOneMember, putMember, deleteMember, postViewAs, deleteViewAs];
