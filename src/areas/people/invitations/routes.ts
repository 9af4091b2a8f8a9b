import { defineEndpoint, type AppEndpoint } from '#context';
import { makeSessionCookie } from '#http/callers/session-cookie.ts';
import { toListFields } from '#http/paging.ts';
import { SESSION_MS } from '../begin-session.ts';
import { OrganizationParams } from '../organizations/wire.ts';
import { acceptInvitation, showInvitation } from './accept.ts';
import { invite, listInvitations, resend, revoke } from './manage-invitations.ts';
import {
  AcceptBody,
  AcceptedResponse,
  InvitationListResponse,
  InvitationParams,
  InvitationsQuery,
  InviteBody,
  InvitedResponse,
  RevokedResponse,
  ShownInvitationResponse,
  toInvitationBody,
  toInvitedBody,
  TokenParams,
  toNewInvitation,
  toShownBody,
} from './wire.ts';

const common = { spec: '5', area: 'people', access: 'key', right: 'manage' } as const;
const PATH = '/api/organizations/{organization_id}/invitations';

const postInvitation = defineEndpoint({
  ...common,
  method: 'POST',
  needsStepUp: true,
  path: PATH,
  summary: 'Invite a person into an organization',
  description:
    'Where the service sends mail it takes the link there; else the answer has it, this once, to be handed over. At most 50 are open at a time, and 20 links are made within an hour.',
  idempotent: false,
  refusesUnknown: true,
  audited: true,
  params: OrganizationParams,
  body: InviteBody,
  responses: { 201: InvitedResponse },
  subjectOf: ({ body: { email, role } }, { invitation }) => ({ id: invitation.id, email, role }),
  handle: async (ctx, { params, body }) => ({
    status: 201,
    body: toInvitedBody(await invite(ctx, params.organization_id, toNewInvitation(body))),
  }),
});

const getInvitations = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  summary: 'Open invitations of an organization, newest first',
  params: OrganizationParams,
  query: InvitationsQuery,
  responses: { 200: InvitationListResponse },
  handle: async (ctx, { params, query }) => {
    const { rows, total } = await listInvitations(ctx, { ...query, organizationId: params.organization_id });
    return { status: 200, body: { success: true, invitations: rows.map(toInvitationBody), ...toListFields(rows, query, total) } };
  },
});

const postResend = defineEndpoint({
  ...common,
  method: 'POST',
  path: `${PATH}/{invitation_id}/resend`,
  summary: 'Make another link for an invitation',
  description: 'The one before is good no more. The new one is good for seven days.',
  idempotent: false,
  audited: true,
  params: InvitationParams,
  responses: { 201: InvitedResponse },
  handle: async (ctx, { params }) => ({
    status: 201,
    body: toInvitedBody(await resend(ctx, params.organization_id, params.invitation_id)),
  }),
});

const deleteInvitation = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: `${PATH}/{invitation_id}`,
  summary: 'Take an invitation back',
  audited: true,
  params: InvitationParams,
  responses: { 200: RevokedResponse },
  handle: async (ctx, { params }) => {
    await revoke(ctx, params.organization_id, params.invitation_id);
    return { status: 200, body: { success: true } };
  },
});

const open = { spec: '5', area: 'people', access: 'session', path: '/api/invitations/{token}', params: TokenParams } as const;

const getInvitation = defineEndpoint({
  ...open,
  method: 'GET',
  summary: 'What an invitation is, by the text behind `#token=` of its link',
  description: 'A link that is used, old, taken back or never was is the same 404.',
  responses: { 200: ShownInvitationResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: toShownBody(await showInvitation(ctx, params.token)) }),
});

const postAccept = defineEndpoint({
  ...open,
  method: 'POST',
  summary: 'Become a member by an invitation, and sign in',
  description:
    'A person without an account gives a name and a password. A person with one must be signed in with exactly the address that was invited; anyone else is 403.',
  idempotent: false,
  body: AcceptBody,
  responses: { 201: AcceptedResponse },
  failures: ['forbidden', 'conflict'],
  handle: async (ctx, { params, body }) => {
    const { begun, organizationId } = await acceptInvitation(ctx, params.token, body);
    const cookie = begun && { 'set-cookie': makeSessionCookie(ctx.config.publicUrl).write(begun.token, SESSION_MS) };
    return { status: 201, body: { success: true, organization_id: organizationId }, ...(cookie && { headers: cookie }) };
  },
});

export const invitationEndpoints: AppEndpoint[] = [postInvitation, getInvitations, postResend, deleteInvitation, getInvitation, postAccept];
