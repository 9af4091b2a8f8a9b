import { findProject, getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import { canSeeProject } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Asset } from './asset.ts';
import { findAsset, assetList, type AssetFilter } from './store/assets.ts';

/**
 * The asset with its project, if the caller may see it.
 * @throws AppError `Asset not found`, also for another organization's asset
 */
export async function getAsset(ctx: ProjectReader, assetId: string): Promise<{ asset: Asset; project: Project }> {
  const asset = await findAsset(ctx.postgres, assetId);
  const project = asset && (await findProject(ctx.postgres, asset.projectId));
  if (asset === undefined || project === undefined || !canSeeProject(ctx.caller, project)) throw notFound('Asset');
  return { asset, project };
}

/**
 * The project's assets, oldest first.
 * @throws AppError `Project not found`
 */
export async function listAssets(ctx: ProjectReader, filter: AssetFilter & Page): Promise<{ assets: Asset[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const { rows: assets, total } = await assetList.read(ctx.postgres, filter, filter);
  return { assets, total };
}
