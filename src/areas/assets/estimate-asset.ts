import type { Estimate } from '#areas/costs/index.ts';
import { estimateOnboardings } from '#areas/domains/index.ts';
import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import type { CreateAssetInput } from './create-asset.ts';
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
  const { projectId, value: domain, backlinksLimit, keywordsLimit } = input;
  assertNotArchived(await getProject(ctx, projectId));
  const isOnboarded = input.type === 'website' && !input.skipOnboarding && (await findSameAsset(ctx.postgres, input)) === undefined;
  if (!isOnboarded) return NOTHING;
  const options = { backlinks_limit: backlinksLimit, keywords_limit: keywordsLimit };
  return await estimateOnboardings(ctx, [{ domain, projectId, options }]);
}
