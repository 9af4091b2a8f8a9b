import { updateDataTiers } from '#areas/domains/index.ts';
import { endProjectSubscription, lockProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { isOwnWebsite, type Asset } from './asset.ts';
import { getAsset } from './get-asset.ts';
import { deleteAssetRow, hasAssetOfType } from './store/assets.ts';

/**
 * Removes the asset. Its past stays in the history; with the last local business
 * of a project its `serp_local` subscription ends.
 * @throws AppError `Asset not found`
 */
export async function deleteAsset(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows'>,
  assetId: string,
): Promise<Asset> {
  const { asset, project } = await getAsset(ctx, assetId);
  await ctx.postgres.transaction(async (tx) => {
    await deleteAssetRow(tx, assetId);
    if (asset.domainId !== null) await updateDataTiers(tx, [asset.domainId]);
    if (isOwnWebsite(asset)) await ctx.workflows.enqueue(tx, 'keyword-labels', { project_id: project.id });
    if (asset.type !== 'local') return;
    // When two are removed at once, the second one sees that it was the last.
    await lockProject(tx, project.id);
    if (await hasAssetOfType(tx, project.id, 'local')) return;
    await endProjectSubscription(tx, { project, type: 'serp_local', now: ctx.clock.now() });
  });
  return asset;
}
