import { getProject, lockProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { nameOf } from '#http/caller.ts';
import { hashPassword } from '#http/callers/password.ts';
import { AppError } from '#kernel/errors.ts';
import { newId, newShareToken } from '#kernel/ids.ts';
import { assertShowable } from './assert-showable.ts';
import type { Share } from './share.ts';
import { countOpenShares, deleteOldShares, insertShare } from './store.ts';

/** Open shares of one project, and ended ones that stay in its list. */
const OPEN_MAX = 100;
const OVER_MAX = 500;

/** What the owner of a share decides. */
export type ShareSettings = Pick<
  Share,
  | 'name'
  | 'sections'
  | 'filter'
  | 'range'
  | 'fromDay'
  | 'toDay'
  | 'days'
  | 'compare'
  | 'expiresAt'
  | 'allowCsv'
  | 'showAnnotations'
  | 'frameHosts'
> & { readonly password: string | null };

export type ShareWriter = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'client'>;

/**
 * Makes a link for readers without an account. The token exists only in the result: what is stored is its SHA-256.
 * @throws AppError `Project not found`; 400 for sections that the filter does not fit, and for an end in the past; 409 beyond
 *   100 open links of the project
 */
export async function createShare(
  ctx: ShareWriter,
  { projectId, password, ...settings }: ShareSettings & { readonly projectId: string },
): Promise<{ share: Share; token: string }> {
  await getProject(ctx, projectId);
  // Shares begin and end in real time, as keys do.
  const now = new Date(ctx.clock.realNow());
  assertShowable(settings, now);
  const token = newShareToken();
  const share: Share = {
    ...settings,
    id: newId('shr_'),
    projectId,
    passwordHash: password === null ? null : await hashPassword(password, ctx.client.address),
    viewsCount: 0,
    lastViewedAt: null,
    revokedAt: null,
    createdBy: nameOf(ctx.caller),
    createdAt: now,
    updatedAt: now,
  };
  await ctx.postgres.transaction(async (tx) => {
    await lockProject(tx, projectId);
    if ((await countOpenShares(tx, projectId, now)) >= OPEN_MAX)
      throw new AppError('conflict', 'Too many shares', {
        message: `The project has ${OPEN_MAX} open links, and may have no more.`,
        hint: 'Revoke one.',
      });
    await deleteOldShares(tx, { projectId, now, kept: OVER_MAX });
    await insertShare(tx, share, hashKey(token));
  });
  return { share, token };
}
