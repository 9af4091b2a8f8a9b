import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { ApiKey } from './api-key.ts';
import { countApiKeys, revokeApiKeyRow, selectApiKeys } from './store.ts';

type KeyContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;

/** The keys inside the caller's binding, newest first; revoked and expired ones too. */
export async function listApiKeys(
  ctx: Pick<KeyContext, 'postgres' | 'caller'>,
  page: { limit: number; offset: number },
): Promise<{ apiKeys: ApiKey[]; total: number }> {
  const [apiKeys, total] = await Promise.all([selectApiKeys(ctx.postgres, ctx.caller, page), countApiKeys(ctx.postgres, ctx.caller)]);
  return { apiKeys, total };
}

/**
 * Ends a key for good, within five seconds in every process. Doing it again changes nothing.
 * @throws AppError 404 for a key that is unknown or outside the caller's binding
 */
export async function revokeApiKey(ctx: KeyContext, id: string): Promise<ApiKey> {
  const revoked = await revokeApiKeyRow(ctx.postgres, ctx.caller, { id, at: new Date(ctx.clock.realNow()) });
  if (!revoked) throw notFound('API key');
  return revoked;
}
