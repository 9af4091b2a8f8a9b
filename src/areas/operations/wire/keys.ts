import { z } from 'zod';
import type { KeySpend } from '#areas/costs/index.ts';
import { SCOPES, TIERS } from '#http/caller.ts';
import { idField, instantField, integerField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { TOKEN_SECONDS_MAX } from '#http/jwt.ts';
import { Pagination } from '#http/paging.ts';
import type { ApiKey } from '../api-key.ts';
import type { CreateApiKeyInput } from '../create-api-key.ts';
import type { IssueTokenInput } from '../issue-token.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const TOKEN_SECONDS_DEFAULT = 3600;

export const CreateApiKeyBody = z.object({
  name: nameField(),
  scopes: listField(z.enum(SCOPES), { min: 1, max: SCOPES.length * 2 }),
  tier: z.enum(TIERS).nullish().meta({ description: '`standard` unless said otherwise' }),
  organization_id: nameField().nullish().meta({ description: 'The key sees only this organization' }),
  project_id: idField().nullish().meta({ description: 'The key sees only this project' }),
  expires_at: instantField().nullish(),
});

export const ListApiKeysQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const ApiKeyParams = z.object({ id: idField() });

const ApiKeyBody = z
  .object({
    id: z.string(),
    name: z.string(),
    key_prefix: z.string().meta({ description: 'The first characters, to recognise the key by' }),
    scopes: z.array(z.enum(SCOPES)),
    tier: z.enum(TIERS),
    organization_id: z.string().nullable(),
    project_id: z.string().nullable(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const CreateApiKeyResponse = ApiKeyBody.extend({
  success: z.boolean(),
  key: z.string().meta({ description: 'Shown this once; only its SHA-256 is stored' }),
});

const ListedKeyBody = ApiKeyBody.extend({
  month_cost_usd: z.number().meta({ description: 'Spent on behalf of the key in this month (UTC)' }),
  month_reserved_usd: z.number().meta({ description: 'For calls that are under way' }),
  monthly_budget_usd: z
    .number()
    .nullable()
    .meta({ description: '`key_monthly_usd` of `/api/admin/config`, as it holds for the key; null: none' }),
}).meta({ id: 'ListedApiKey' });
export const ApiKeyListResponse = z.object({ success: z.boolean(), api_keys: z.array(ListedKeyBody), pagination: Pagination });
export const RevokeApiKeyResponse = ApiKeyBody.extend({ success: z.boolean() });

export const IssueTokenBody = z.object({
  sub: nameField(),
  org: nameField().nullish(),
  project_ids: listField(idField(), { max: 1000 }).nullish(),
  expires_in: integerField({ min: 1, max: TOKEN_SECONDS_MAX }).default(TOKEN_SECONDS_DEFAULT).meta({ description: 'Seconds' }),
});
export const IssueTokenResponse = z.object({ success: z.boolean(), token: z.string(), expires_at: z.string() });

export function toCreateApiKeyInput(body: z.infer<typeof CreateApiKeyBody>): CreateApiKeyInput {
  return {
    name: body.name,
    scopes: body.scopes,
    tier: body.tier ?? undefined,
    organizationId: body.organization_id ?? undefined,
    projectId: body.project_id ?? undefined,
    expiresAt: body.expires_at ?? undefined,
  };
}

export function toIssueTokenInput(body: z.infer<typeof IssueTokenBody>): IssueTokenInput {
  return { sub: body.sub, org: body.org ?? undefined, projectIds: body.project_ids ?? undefined, expiresInSeconds: body.expires_in };
}

export function toApiKeyBody(apiKey: ApiKey): z.infer<typeof ApiKeyBody> {
  return {
    id: apiKey.id,
    name: apiKey.name,
    key_prefix: apiKey.prefix,
    scopes: [...apiKey.scopes],
    tier: apiKey.tier,
    organization_id: apiKey.organizationId ?? null,
    project_id: apiKey.projectId ?? null,
    created_at: apiKey.createdAt.toISOString(),
    last_used_at: apiKey.lastUsedAt?.toISOString() ?? null,
    expires_at: apiKey.expiresAt?.toISOString() ?? null,
    revoked_at: apiKey.revokedAt?.toISOString() ?? null,
  };
}

export function toListedKeyBody({ spend, ...apiKey }: ApiKey & { readonly spend: KeySpend | undefined }): z.infer<typeof ListedKeyBody> {
  return {
    ...toApiKeyBody(apiKey),
    month_cost_usd: spend?.spentUsd ?? 0,
    month_reserved_usd: spend?.reservedUsd ?? 0,
    monthly_budget_usd: spend?.limitUsd ?? null,
  };
}
