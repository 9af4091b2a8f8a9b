import { listKeySpends, type KeySpend } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import type { ApiKey } from './api-key.ts';
import { countApiKeys, isLastAdminKey, revokeApiKeyRow, selectApiKeys } from './store.ts';

type KeyContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;

/** The keys inside the caller's binding, newest first, each with its month's spending; revoked and expired ones too. */
export async function listApiKeys(
  ctx: KeyContext,
  page: { limit: number; offset: number },
): Promise<{ apiKeys: (ApiKey & { readonly spend: KeySpend | undefined })[]; total: number }> {
  const [apiKeys, total] = await Promise.all([selectApiKeys(ctx.postgres, ctx.caller, page), countApiKeys(ctx.postgres, ctx.caller)]);
  const ids = apiKeys.map(({ id }) => id);
  const spends = await listKeySpends(ctx, ids);
  return { apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, spend: spends.get(apiKey.id) })), total };
}

/**
 * Ends a key for good: in this process when the promise is kept, in the others as soon as PostgreSQL
 * has told them, which it does by itself. Doing it again changes nothing.
 * @throws AppError 404 for a key that is unknown or outside the caller's binding, 409 for the last
 *   one that may administer everything
 */
export async function revokeApiKey(ctx: KeyContext & Pick<RequestContext, 'forgetKey'>, id: string): Promise<ApiKey> {
  if (await isLastAdminKey(ctx.postgres, id, new Date(ctx.clock.realNow()))) {
    throw new AppError('conflict', 'The last admin key', {
      message: 'This is the only key that may do everything.',
      hint: 'Make another admin key first.',
    });
  }
  const revoked = await revokeApiKeyRow(ctx.postgres, ctx.caller, { id, at: new Date(ctx.clock.realNow()) });
  if (!revoked) throw notFound('API key');
  ctx.forgetKey(id);
  return revoked;
}
