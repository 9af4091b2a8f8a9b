import { estimateTracking } from '#areas/keywords/index.ts';
import type { Project } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import type { ImportedKeyword } from './analytics.ts';
import { DAILY, toTrackEntries } from './to-entries.ts';

/** Keywords whose price is worked out. */
const PRICED_MAX = 10_000;

/** Price of a month of checking keywords every day, at most, in USD; null for more than 10,000 keywords, and for an archived project. */
export async function estimateMonth(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'searchData' | 'config'>,
  project: Project,
  keywords: readonly ImportedKeyword[],
): Promise<number | null> {
  if (keywords.length > PRICED_MAX || project.status === 'archived') return null;
  return (await estimateTracking(ctx, toTrackEntries(project.id, keywords, DAILY))).monthlyCostUsd ?? null;
}
