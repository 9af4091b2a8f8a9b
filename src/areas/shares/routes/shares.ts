import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { revokeShare, updateShare } from '../change-share.ts';
import { createShare } from '../create-share.ts';
import { getShare, listShares } from '../get-share.ts';
import {
  CreateShareBody,
  CreateShareResponse,
  ListSharesQuery,
  ShareListResponse,
  ShareParams,
  ShareResponse,
  toShareBody,
  toShareChanges,
  toShareSettings,
  UpdateShareBody,
} from '../wire/shares.ts';

const common = { spec: '4', area: 'shares', access: 'key' } as const;

const getShares = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/shares',
  summary: 'List shares, newest first',
  description: 'Of a project, or of all that the caller sees; revoked ones too.',
  query: ListSharesQuery,
  responses: { 200: ShareListResponse },
  handle: async (ctx, { query }) => {
    const { shares, total } = await listShares(ctx, { ...query, projectId: query.project_id });
    return { status: 200, body: { success: true, shares: shares.map(toShareBody), ...toListFields(shares, query, total) } };
  },
});

const postShare = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/shares',
  summary: 'Make a link for readers without an account',
  description: 'It shows chosen sections of one project, over chosen keywords and days. The token is shown this once.',
  body: CreateShareBody,
  refusesUnknown: true,
  responses: { 201: CreateShareResponse },
  failures: ['not_found'],
  hasSecretReply: true,
  handle: async (ctx, { body }) => {
    const { share, token } = await createShare(ctx, toShareSettings(body));
    return { status: 201, body: { success: true, share: toShareBody(share), token, path: `/share/${token}` } };
  },
});

const getOneShare = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/shares/{share_id}',
  summary: 'Read what a share shows, and how often it was viewed',
  params: ShareParams,
  responses: { 200: ShareResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: { success: true, share: toShareBody(await getShare(ctx, params.share_id)) } }),
});

const putShare = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/shares/{share_id}',
  summary: 'Change a share',
  description: 'The link stays. Readers see the change with their next request.',
  params: ShareParams,
  body: UpdateShareBody,
  refusesUnknown: true,
  responses: { 200: ShareResponse },
  failures: ['conflict'],
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: { success: true, share: toShareBody(await updateShare(ctx, params.share_id, toShareChanges(body))) },
  }),
});

const removeShare = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/shares/{share_id}',
  summary: 'Revoke a share',
  description: 'It ends at once, for those too who have unlocked it, and stays in the list.',
  params: ShareParams,
  responses: { 200: ShareResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, share: toShareBody(await revokeShare(ctx, params.share_id)) },
  }),
});

export const shareEndpoints: AppEndpoint[] = [getShares, postShare, getOneShare, putShare, removeShare];
