import { requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { requireMember } from '../members/manage-members.ts';
import { ROLES } from '../roles.ts';
import { apiKeyList } from '../store/keys.ts';
import type { ApiKey } from './api-key.ts';
import { createApiKey, type CreateApiKeyInput } from './create-api-key.ts';
import { revokeApiKey } from './manage-api-keys.ts';

type KeyContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'config' | 'forgetKey'>;
type NewKey = Omit<CreateApiKeyInput, 'organizationId' | 'userId' | 'tier'>;

/**
 * Makes a key for a person in the organization in which they act: it may do at most what they may at each moment.
 * @throws AppError 400 for a scope beyond the role, 403 without an organization, and what `createApiKey` throws
 */
export async function createPersonalKey(ctx: KeyContext, input: NewKey): Promise<{ apiKey: ApiKey; key: string }> {
  const { caller, postgres } = ctx;
  const { organizationId } = requireActing(ctx);
  // Operators who act in an organization without a part in it have no membership for a key to follow.
  const { role } = await requireMember(postgres, organizationId, caller.id);
  requireScopes(input.scopes, ROLES[role].scopes);
  return await createApiKey(ctx, { ...input, tier: undefined, organizationId, userId: caller.id });
}

/** Keys of the person in the organization in which they act, newest first. */
export async function listPersonalKeys(ctx: KeyContext, page: Page): Promise<{ rows: ApiKey[]; total: number }> {
  const { organizationId } = requireActing(ctx);
  return await apiKeyList.read(ctx.postgres, { organizationId, projectIds: undefined, userId: ctx.caller.id }, page);
}

/** Ends one of them. @throws AppError 404 for one that is not the person's */
export async function revokePersonalKey(ctx: KeyContext, id: string): Promise<ApiKey> {
  const { organizationId } = requireActing(ctx);
  const { apiKey } = await revokeApiKey({ ...ctx, caller: { ...ctx.caller, organizationId, projectIds: undefined } }, id, {
    userId: ctx.caller.id,
  });
  return apiKey;
}

/**
 * Makes a key of an organization. It stays when its maker goes.
 * @throws AppError 400 for a scope that the caller has not, and what `createApiKey` throws
 */
export async function createOrganizationKey(
  ctx: KeyContext,
  organizationId: string,
  input: NewKey,
): Promise<{ apiKey: ApiKey; key: string }> {
  await requireOrganization(ctx, organizationId);
  requireScopes(input.scopes, GIVEN);
  return await createApiKey(ctx, { ...input, tier: undefined, organizationId });
}

/** Keys of an organization and its projects, newest first, without those of people. @throws AppError `Organization not found` */
export async function listOrganizationKeys(
  ctx: KeyContext,
  organizationId: string,
  page: Page,
): Promise<{ rows: ApiKey[]; total: number }> {
  await requireOrganization(ctx, organizationId);
  return await apiKeyList.read(ctx.postgres, { organizationId, projectIds: ctx.caller.projectIds }, page);
}

/** Ends a key of an organization. @throws AppError 404 */
export async function revokeOrganizationKey(ctx: KeyContext, organizationId: string, id: string): Promise<ApiKey> {
  await requireOrganization(ctx, organizationId);
  const { apiKey } = await revokeApiKey({ ...ctx, caller: { ...ctx.caller, organizationId } }, id);
  return apiKey;
}

/** What keys of an organization may have: never what concerns the whole service. */
const GIVEN = ['read', 'write', 'manage'] as const;

function requireScopes(wanted: readonly string[], given: readonly string[]): void {
  const beyond = wanted.filter((scope) => !given.includes(scope));
  if (beyond.length > 0) throw invalid([{ path: 'scopes', message: `has what you may not give: ${beyond.join(', ')}` }]);
}

function requireActing({ caller }: KeyContext): { readonly organizationId: string } {
  if (caller.organizationId !== undefined && caller.viewsAs === undefined) return { organizationId: caller.organizationId };
  throw new AppError('forbidden', 'Forbidden', { message: 'A key of your own is for an organization: choose the one to act in first.' });
}
