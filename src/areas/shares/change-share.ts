import type { RequestContext } from '#context';
import type { ProjectReader } from '#areas/projects/index.ts';
import { hashPassword } from '#http/callers/password.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { assertShowable } from './assert-showable.ts';
import type { ShareSettings, ShareWriter } from './create-share.ts';
import { getShare } from './get-share.ts';
import type { Share } from './share.ts';
import { lockShare, revokeShareRow, updateShareRow } from './store.ts';

/**
 * Changes what is given and leaves the rest. Another password, or none, ends what readers have unlocked.
 * @throws AppError `Share not found`, `Share is revoked`; 400 for sections that the filter does not fit, and for an end
 *   in the past
 */
export async function updateShare(ctx: ShareWriter, shareId: string, { password, ...changes }: Partial<ShareSettings>): Promise<Share> {
  await getShare(ctx, shareId);
  const hash = typeof password === 'string' ? await hashPassword(password, ctx.client.address) : password;
  return await ctx.postgres.transaction(async (tx) => {
    const share = await lockShare(tx, shareId);
    if (share === undefined) throw notFound('Share');
    if (share.revokedAt !== null) throw new AppError('conflict', 'Share is revoked');
    const now = new Date(ctx.clock.realNow());
    const changed: Share = { ...share, ...changes, passwordHash: hash === undefined ? share.passwordHash : hash, updatedAt: now };
    // An end that has passed stays as it is unless it is changed.
    assertShowable({ ...changed, expiresAt: changes.expiresAt ?? null }, now);
    await updateShareRow(tx, changed);
    return changed;
  });
}

/**
 * Ends the share at once. It stays in the list.
 * @throws AppError `Share not found`
 */
export async function revokeShare(ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>, shareId: string): Promise<Share> {
  await getShare(ctx, shareId);
  await revokeShareRow(ctx.postgres, shareId, new Date(ctx.clock.realNow()));
  return await getShare(ctx, shareId);
}
