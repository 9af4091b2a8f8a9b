import { isBound } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import { toSerpRequest } from '../check.ts';
import { findCachedRuns } from './cached-runs.ts';
import { toLivePage, toPageKey } from './claim-pages.ts';
import { toChecks, type TrackContext, type TrackRequest } from './track-rankings.ts';

/** What such a request would cost, without making it. For a bound caller, cached pages of other organizations do not count. */
export async function estimateTrackRankings(
  ctx: TrackContext,
  requests: readonly TrackRequest[],
): Promise<{ calls: number; costUsd: number }> {
  const checks = await toChecks(ctx, requests);
  const readFor = requests.map(({ projectId }) => (isBound(ctx.caller) ? projectId : undefined));
  const cached = await findCachedRuns(ctx, checks, readFor);
  const pages = new Map<string, number>();
  for (const [index, check] of checks.entries()) {
    if (requests[index]?.force !== true && cached[index] !== undefined) continue;
    // A page that is wanted twice is read once, with its AI overview as soon as one wants that.
    const key = toPageKey(toLivePage(check));
    pages.set(key, Math.max(pages.get(key) ?? 0, ctx.searchData.estimateSerpUsd(toSerpRequest(check))));
  }
  return { calls: pages.size, costUsd: sumUsd(pages.values()) };
}
