import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import type { CreateAssetInput } from './create-asset.ts';
import { estimateEntries } from './onboard-domains.ts';
import { findSameAsset } from './store/assets.ts';

const NOTHING: Estimate = { calls: 0, costUsd: 0 };

/**
 * What creating an asset would have fetched, without creating it: the onboarding of a new website's domain.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateAsset(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'searchData' | 'config'>,
  input: CreateAssetInput,
): Promise<Estimate> {
  const { projectId, value: domain, name: assetName, role, backlinksLimit, keywordsLimit } = input;
  const options = { backlinks_limit: backlinksLimit, keywords_limit: keywordsLimit };
  const estimate = await estimateEntries(ctx, [{ domain, projectId, assetName, role, options }]);
  const isOnboarded = input.type === 'website' && !input.skipOnboarding && (await findSameAsset(ctx.postgres, input)) === undefined;
  return isOnboarded ? estimate : NOTHING;
}
