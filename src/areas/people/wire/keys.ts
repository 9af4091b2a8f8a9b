import { z } from 'zod';
import type { KeySpend } from '#areas/costs/index.ts';
import { isBound, SCOPES, TIERS } from '#http/caller.ts';
import { booleanParam, idField, instantField, integerField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { TOKEN_SECONDS_MAX } from '#http/callers/jwt.ts';
import { ListFields, Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { CreateApiKeyInput } from '../keys/create-api-key.ts';
import type { IssueTokenInput } from '../keys/issue-token.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const TOKEN_SECONDS_DEFAULT = 3600;

const Usd = z.number().min(0).max(1_000_000);

export const CreateApiKeyBody = z.object({
  name: nameField(),
  scopes: listField(z.enum(SCOPES), { min: 1, max: SCOPES.length * 2 }),
  tier: z.enum(TIERS).nullish().meta({ description: '`standard` unless said otherwise' }),
  organization_id: nameField().nullish().meta({
    description: 'The key sees only this organization. Without it and `project_id` a key made by an unbound one sees everything.',
  }),
  project_id: idField().nullish().meta({ description: 'The key sees only this project' }),
  expires_at: instantField().nullish().meta({ description: "In the future; the maker's own end unless said otherwise, and never later" }),
  monthly_usd: Usd.nullish().meta({ description: 'A key for assistants: what calls with it may cost in a month, in USD' }),
  approval_above_usd: Usd.nullish().meta({
    description: 'Of a key for assistants: a quote that costs more, at once or in a month, waits for a person; 1 USD unless said otherwise',
  }),
});

export const ListApiKeysQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const ApiKeyParams = z.object({ id: idField() });
export const RevokeApiKeyQuery = z.object({
  with_descendants: booleanParam().default(false).meta({ description: 'Revokes the keys too that were made by it, by those, and so on' }),
});

const ApiKeyBody = z
  .object({
    id: z.string(),
    name: z.string(),
    key_prefix: z.string().meta({ description: 'The first characters, to recognise the key by' }),
    scopes: z.array(z.enum(SCOPES)),
    tier: z.enum(TIERS),
    organization_id: z.string().nullable(),
    project_id: z.string().nullable(),
    created_by: z.string().nullable().meta({ description: 'Id of the key that made it' }),
    monthly_usd: z.number().nullable().meta({ description: 'Set: a key for assistants, which may spend this much in a month' }),
    approval_above_usd: z.number().nullable(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const CreateApiKeyResponse = ApiKeyBody.extend({
  success: z.boolean(),
  key: z.string().meta({ description: 'Shown this once; only its SHA-256 is stored' }),
  warning: z.string().optional().meta({ description: 'That the key sees every organization, if it does' }),
});

const ListedKeyBody = ApiKeyBody.extend({
  month_cost_usd: z
    .number()
    .meta({ description: 'Spent in this month (UTC) on behalf of the key, and of the keys made by it if it is bound' }),
  month_reserved_usd: z.number().meta({ description: 'For calls that are under way' }),
  monthly_budget_usd: z
    .number()
    .nullable()
    .meta({ description: '`key_monthly_usd` of `/api/admin/config`, as it holds for the key; null: none' }),
}).meta({ id: 'ListedApiKey' });
export const ApiKeyListResponse = z.object({
  success: z.boolean(),
  api_keys: z.array(ListedKeyBody),
  unbound_keys: z.int().meta({ description: 'Valid keys without the scope `admin` that see every organization' }),
  pagination: Pagination,
});
export const CreateMemberKeyBody = CreateApiKeyBody.omit({ organization_id: true, tier: true });
export const OrganizationKeyParams = z.object({ organization_id: idField(), id: idField() });
export const CreatedMemberKeyResponse = ApiKeyBody.extend({
  success: z.boolean(),
  key: z.string().meta({ description: 'Shown this once; only its SHA-256 is stored' }),
});
export const MemberKeyListResponse = z.object({ success: z.boolean(), api_keys: z.array(ApiKeyBody), ...ListFields });
export const RevokedMemberKeyResponse = ApiKeyBody.extend({ success: z.boolean() });
export const RevokeApiKeyResponse = ApiKeyBody.extend({
  success: z.boolean(),
  revoked_ids: z.array(z.string()).meta({ description: 'Every key that this has ended, the key itself among them' }),
});

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
    ...toAssistantInput(body),
  };
}

function toAssistantInput({
  monthly_usd,
  approval_above_usd,
}: Pick<z.infer<typeof CreateApiKeyBody>, 'monthly_usd' | 'approval_above_usd'>) {
  return { monthlyUsd: monthly_usd ?? undefined, approvalAboveUsd: approval_above_usd ?? undefined };
}

export function toMemberKeyInput(body: z.infer<typeof CreateMemberKeyBody>) {
  const { name, scopes } = body;
  const expiresAt = body.expires_at ?? undefined;
  return { name, scopes, projectId: body.project_id ?? undefined, expiresAt, ...toAssistantInput(body) };
}

export function toIssueTokenInput(body: z.infer<typeof IssueTokenBody>): IssueTokenInput {
  return { sub: body.sub, org: body.org ?? undefined, projectIds: body.project_ids ?? undefined, expiresInSeconds: body.expires_in };
}

export function toApiKeyBody(apiKey: ApiKey): z.infer<typeof ApiKeyBody> {
  return toBody(ApiKeyBody, { ...apiKey, keyPrefix: apiKey.prefix });
}

/** A key without a binding is marked by a sentence, because leaving the binding out may be an oversight. */
export function toCreatedKeyBody(apiKey: ApiKey, key: string): z.infer<typeof CreateApiKeyResponse> {
  const { organizationId, projectId } = apiKey;
  const warning = isBound({ organizationId, projectIds: projectId === undefined ? undefined : [projectId] }) ? {} : { warning: UNBOUND };
  return { success: true, key, ...warning, ...toApiKeyBody(apiKey) };
}

const UNBOUND = 'This key sees every organization. Give organization_id or project_id to bind a key to one.';

export function toListedKeyBody({ spend, ...apiKey }: ApiKey & { readonly spend: KeySpend | undefined }): z.infer<typeof ListedKeyBody> {
  return {
    ...toApiKeyBody(apiKey),
    month_cost_usd: spend?.spentUsd ?? 0,
    month_reserved_usd: spend?.reservedUsd ?? 0,
    monthly_budget_usd: spend?.limitUsd ?? null,
  };
}
