import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import {
  createOrganizationKey,
  createPersonalKey,
  listOrganizationKeys,
  listPersonalKeys,
  revokeOrganizationKey,
  revokePersonalKey,
} from '../keys/member-keys.ts';
import { OrganizationParams } from '../organizations/wire.ts';
import {
  ApiKeyParams,
  CreateMemberKeyBody,
  CreatedMemberKeyResponse,
  ListApiKeysQuery,
  MemberKeyListResponse,
  OrganizationKeyParams,
  RevokedMemberKeyResponse,
  toApiKeyBody,
  toMemberKeyInput,
} from '../wire/keys.ts';

const own = { spec: '5', area: 'people', access: 'person' } as const;
const common = { spec: '5', area: 'people', access: 'key', right: 'manage' } as const;
const OWN_PATH = '/api/me/keys';
const PATH = '/api/organizations/{organization_id}/keys';
/** The keys themselves are shown once, so an answer is not kept for another call. */
const made = {
  method: 'POST',
  needsStepUp: true,
  idempotent: false,
  refusesUnknown: true,
  audited: true,
  body: CreateMemberKeyBody,
} as const;

const getOwnKeys = defineEndpoint({
  ...own,
  method: 'GET',
  path: OWN_PATH,
  summary: 'Your keys in the organization in which you act, newest first',
  query: ListApiKeysQuery,
  responses: { 200: MemberKeyListResponse },
  handle: async (ctx, { query }) => {
    const { rows, total } = await listPersonalKeys(ctx, query);
    return { status: 200, body: { success: true, api_keys: rows.map(toApiKeyBody), ...toListFields(rows, query, total) } };
  },
});

const postOwnKey = defineEndpoint({
  ...own,
  ...made,
  path: OWN_PATH,
  summary: 'Make a key of your own',
  description:
    'It may do at most what you may in the organization at each moment, and ends when you leave it. The key is shown in this answer only.',
  responses: { 201: CreatedMemberKeyResponse },
  subjectOf: (_input, { id, name, scopes }) => ({ id, name, scopes }),
  handle: async (ctx, { body }) => {
    const { apiKey, key } = await createPersonalKey(ctx, toMemberKeyInput(body));
    return { status: 201, body: { success: true, key, ...toApiKeyBody(apiKey) } };
  },
});

const deleteOwnKey = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: `${OWN_PATH}/{id}`,
  summary: 'Revoke a key of your own',
  audited: true,
  params: ApiKeyParams,
  responses: { 200: RevokedMemberKeyResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: { success: true, ...toApiKeyBody(await revokePersonalKey(ctx, params.id)) } }),
});

const getKeys = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  summary: 'Keys of an organization, newest first',
  description: 'Those of people are not among them: their owners see them.',
  params: OrganizationParams,
  query: ListApiKeysQuery,
  responses: { 200: MemberKeyListResponse },
  handle: async (ctx, { params, query }) => {
    const { rows, total } = await listOrganizationKeys(ctx, params.organization_id, query);
    return { status: 200, body: { success: true, api_keys: rows.map(toApiKeyBody), ...toListFields(rows, query, total) } };
  },
});

const postKey = defineEndpoint({
  ...common,
  ...made,
  path: PATH,
  summary: 'Make a key of an organization',
  description: 'It stays when its maker goes. The key is shown in this answer only.',
  params: OrganizationParams,
  responses: { 201: CreatedMemberKeyResponse },
  subjectOf: (_input, { id, name, scopes, project_id }) => ({ id, name, scopes, project_id }),
  handle: async (ctx, { params, body }) => {
    const { apiKey, key } = await createOrganizationKey(ctx, params.organization_id, toMemberKeyInput(body));
    return { status: 201, body: { success: true, key, ...toApiKeyBody(apiKey) } };
  },
});

const deleteKey = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Revoke a key of an organization',
  description: 'Takes effect at once in every process.',
  audited: true,
  params: OrganizationKeyParams,
  responses: { 200: RevokedMemberKeyResponse },
  failures: ['conflict'],
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, ...toApiKeyBody(await revokeOrganizationKey(ctx, params.organization_id, params.id)) },
  }),
});

export const memberKeyEndpoints: AppEndpoint[] = [getOwnKeys, postOwnKey, deleteOwnKey, getKeys, postKey, deleteKey];
