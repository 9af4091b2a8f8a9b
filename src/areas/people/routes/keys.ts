import { defineEndpoint, type AppEndpoint } from '#context';
import { toPagination } from '#http/paging.ts';
import { createApiKey } from '../keys/create-api-key.ts';
import { issueToken } from '../keys/issue-token.ts';
import { listApiKeys, revokeApiKey } from '../keys/manage-api-keys.ts';
import {
  ApiKeyListResponse,
  ApiKeyParams,
  CreateApiKeyBody,
  CreateApiKeyResponse,
  IssueTokenBody,
  IssueTokenResponse,
  ListApiKeysQuery,
  RevokeApiKeyResponse,
  RevokeApiKeyQuery,
  toApiKeyBody,
  toCreateApiKeyInput,
  toCreatedKeyBody,
  toIssueTokenInput,
  toListedKeyBody,
} from '../wire/keys.ts';

const common = { spec: '5', area: 'people', access: 'admin' } as const;

const postApiKey = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/api-keys',
  summary: 'Make an API key',
  description:
    'The key is shown in this answer only. A key makes keys inside its own binding and tier that end no later than itself. Keys made by a bound key share its rate and its budget.',
  hasSecretReply: true,
  needsStepUp: true,
  refusesUnknown: true,
  body: CreateApiKeyBody,
  responses: { 201: CreateApiKeyResponse },
  subjectOf: (_input, { id, name, scopes, organization_id, project_id }) => ({ id, name, scopes, organization_id, project_id }),
  handle: async (ctx, { body }) => {
    const { apiKey, key } = await createApiKey(ctx, toCreateApiKeyInput(body));
    return { status: 201, body: toCreatedKeyBody(apiKey, key) };
  },
});

const getApiKeys = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/api-keys',
  summary: 'List API keys, newest first',
  query: ListApiKeysQuery,
  responses: { 200: ApiKeyListResponse },
  handle: async (ctx, { query }) => {
    const { apiKeys, total, unboundTotal } = await listApiKeys(ctx, query);
    const body = { success: true, api_keys: apiKeys.map(toListedKeyBody), unbound_keys: unboundTotal };
    return { status: 200, body: { ...body, pagination: toPagination(query, total) } };
  },
});

const deleteApiKey = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/admin/api-keys/{id}',
  summary: 'Revoke an API key',
  description: 'Takes effect at once in every process, and closes live sockets that were opened with the key.',
  params: ApiKeyParams,
  query: RevokeApiKeyQuery,
  responses: { 200: RevokeApiKeyResponse },
  failures: ['conflict'],
  subjectOf: (_input, { revoked_ids }) => ({ revoked_ids }),
  handle: async (ctx, { params, query }) => {
    const { apiKey, revokedIds } = await revokeApiKey(ctx, params.id, { withDescendants: query.with_descendants });
    return { status: 200, body: { success: true, ...toApiKeyBody(apiKey), revoked_ids: [...revokedIds] } };
  },
});

const postToken = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/tokens',
  summary: 'Sign a token for the routes that take a JWT',
  hasSecretReply: true,
  needsStepUp: true,
  refusesUnknown: true,
  body: IssueTokenBody,
  responses: { 201: IssueTokenResponse },
  failures: ['not_configured'],
  subjectOf: ({ body: { sub, org, project_ids, expires_in } }) => ({ sub, org, project_ids, expires_in }),
  handle: async (ctx, { body }) => {
    const { token, expiresAt } = await issueToken(ctx, toIssueTokenInput(body));
    return { status: 201, body: { success: true, token, expires_at: expiresAt.toISOString() } };
  },
});

export const keyEndpoints: AppEndpoint[] = [postApiKey, getApiKeys, deleteApiKey, postToken];
