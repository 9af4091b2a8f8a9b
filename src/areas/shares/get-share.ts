import { findProject, getProject, listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import { canSeeProject } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Share } from './share.ts';
import { findShare, shareList } from './store.ts';

/**
 * The share, if the caller may see its project.
 * @throws AppError `Share not found`
 */
export async function getShare(ctx: ProjectReader, shareId: string): Promise<Share> {
  const share = await findShare(ctx.postgres, shareId);
  const project = share && (await findProject(ctx.postgres, share.projectId));
  if (share === undefined || project === undefined || !canSeeProject(ctx.caller, project)) throw notFound('Share');
  return share;
}

/**
 * The shares of a project, or of all that the caller may see, newest first; revoked ones too.
 * @throws AppError `Project not found`
 */
export async function listShares(
  ctx: ProjectReader,
  { projectId, ...page }: Page & { readonly projectId?: string | undefined },
): Promise<{ shares: Share[]; total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const filter = { projectIds: projectId === undefined ? await listVisibleProjectIds(ctx) : [projectId] };
  const { rows: shares, total } = await shareList.read(ctx.postgres, filter, page);
  return { shares, total };
}
