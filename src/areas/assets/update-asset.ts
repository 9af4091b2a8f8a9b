import { updateDataTiers } from '#areas/domains/index.ts';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { isOwnWebsite, type Asset, type AssetMeta } from './asset.ts';
import { getAsset } from './get-asset.ts';
import { lockAsset, updateAssetRow } from './store/assets.ts';

export interface UpdateAssetInput {
  readonly name?: string | undefined;
  readonly role?: Asset['role'] | undefined;
  /** Null empties it. */
  readonly iconUrl?: string | null | undefined;
  /** Merged into what is there, key by key; null removes a key. */
  readonly meta?: AssetMeta | undefined;
}

/**
 * Changes what is given and leaves the rest.
 * @throws AppError `Asset not found`
 */
export async function updateAsset(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows'>,
  assetId: string,
  input: UpdateAssetInput,
): Promise<Asset> {
  await getAsset(ctx, assetId);
  return ctx.postgres.transaction(async (tx) => {
    const asset = await lockAsset(tx, assetId);
    if (asset === undefined) throw notFound('Asset');
    const changed: Asset = {
      ...asset,
      name: input.name ?? asset.name,
      role: input.role ?? asset.role,
      iconUrl: input.iconUrl === undefined ? asset.iconUrl : input.iconUrl,
      meta: mergeMeta(asset.meta, input.meta ?? {}),
      updatedAt: ctx.clock.now(),
    };
    await updateAssetRow(tx, changed);
    if (changed.domainId !== null) await updateDataTiers(tx, [changed.domainId]);
    const isBrand = isOwnWebsite(asset) || isOwnWebsite(changed);
    if (isBrand && (asset.name !== changed.name || asset.role !== changed.role))
      await ctx.workflows.enqueue(tx, 'keyword-labels', { project_id: asset.projectId });
    return changed;
  });
}

function mergeMeta(meta: AssetMeta, changes: AssetMeta): AssetMeta {
  return Object.fromEntries(Object.entries({ ...meta, ...changes }).filter(([, value]) => value !== null && value !== undefined));
}
