import { listKeySpends, type KeySpend } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { isBound } from '#http/caller.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { ApiKey } from './api-key.ts';
import { countUnboundKeys, holdsLastAdminKey, lockApiKeys, revokeApiKeyRows, listKeyFamily } from '../store/key-families.ts';
import { apiKeyList } from '../store/keys.ts';

/** A key that ends sooner does not stand in for an admin key that is revoked. */
const LASTING_MS = 24 * 3_600_000;

type KeyContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;

export interface ApiKeyList {
  readonly apiKeys: readonly (ApiKey & { readonly spend: KeySpend | undefined })[];
  readonly total: number;
  /** Valid keys without the scope `admin` that see every organization; 0 for a bound caller, who sees none of them. */
  readonly unboundTotal: number;
}

/** The keys inside the caller's binding, newest first, each with its month's spending; revoked and expired ones too. */
export async function listApiKeys(ctx: KeyContext, page: Page): Promise<ApiKeyList> {
  const { postgres, caller } = ctx;
  const [{ rows: apiKeys, total }, unboundTotal] = await Promise.all([
    apiKeyList.read(postgres, caller, page),
    isBound(caller) ? 0 : countUnboundKeys(postgres, new Date(ctx.clock.realNow())),
  ]);
  const ids = apiKeys.map(({ id }) => id);
  const spends = await listKeySpends(ctx, ids);
  return { apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, spend: spends.get(apiKey.id) })), total, unboundTotal };
}

export interface Revocation {
  readonly apiKey: ApiKey;
  /** Every key that is revoked by it, the key itself among them. */
  readonly revokedIds: readonly string[];
}

/**
 * Ends a key for good and, if asked to, the keys made by it, by those, and so on: in this process when
 * the promise is kept, in the others as soon as the notification of PostgreSQL arrives. Doing
 * it again changes nothing.
 * @throws AppError 404 for a key that is unknown or outside the caller's binding, 409 when no key that
 *   may administer everything would be left, not counting those that end within a day
 */
export async function revokeApiKey(
  ctx: KeyContext & Pick<RequestContext, 'forgetKey'>,
  id: string,
  { withDescendants = false, userId }: { readonly withDescendants?: boolean; readonly userId?: string } = {},
): Promise<Revocation> {
  const now = new Date(ctx.clock.realNow());
  const lastsUntil = new Date(now.getTime() + LASTING_MS);
  const revocation = await ctx.postgres.transaction(async (tx) => {
    await lockApiKeys(tx);
    const revokedIds = await listKeyFamily(tx, ctx.caller, { id, withDescendants, userId });
    if (await holdsLastAdminKey(tx, revokedIds, { now, lastsUntil })) throw lastAdminKey();
    const apiKey = (await revokeApiKeyRows(tx, revokedIds, now)).find((revoked) => revoked.id === id);
    if (apiKey === undefined) throw notFound('API key');
    return { apiKey, revokedIds };
  });
  for (const revokedId of revocation.revokedIds) ctx.forgetKey(revokedId);
  return revocation;
}

function lastAdminKey(): AppError {
  return new AppError('conflict', 'The last admin key', {
    message: 'No other key may do everything for longer than a day.',
    hint: 'Make another admin key first.',
  });
}
