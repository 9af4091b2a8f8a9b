import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { previewOnboardings, type OnboardOrder } from './claim-onboardings.ts';
import { estimateParts } from './parts/estimate-parts.ts';

/**
 * What onboarding domains would cost, without doing it: nothing for those that are onboarded or under way.
 * @param orders each domain once
 * @throws AppError `Project not found`
 */
export async function estimateOnboardings(
  ctx: Pick<RequestContext, 'postgres' | 'workflows' | 'clock' | 'searchData' | 'config' | 'caller'>,
  orders: readonly OnboardOrder[],
): Promise<Estimate> {
  const previews = await previewOnboardings(ctx, orders);
  const estimates = previews.filter(({ outcome }) => outcome === 'queued').map(({ parts }) => estimateParts(ctx, parts));
  return {
    calls: estimates.reduce((sum, { calls }) => sum + calls, 0),
    costUsd: sumUsd(estimates.map(({ costUsd }) => costUsd)),
  };
}
