import type { Estimate } from '#areas/costs/index.ts';
import type { Platform } from '#areas/assets/index.ts';
import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { requireCredentials } from '#providers/search-data/index.ts';
import type { AppInfo } from '#providers/search-data/index.ts';

export interface SearchAppsInput {
  readonly platform: Platform;
  readonly query: string;
  readonly limit: number;
  /** It pays. */
  readonly projectId: string | undefined;
}

export interface FoundApps {
  readonly apps: readonly AppInfo[];
  readonly costUsd: number;
  /** Found within the last hour. */
  readonly isCached: boolean;
}

type SearchContext = Pick<RequestContext, 'postgres' | 'caller' | 'searchData' | 'cache' | 'requestId'>;

/**
 * Finds apps of a store by words, in the provider's own list of apps: at once, and not in the order of the store.
 * What an organization asked within the hour is answered again without cost.
 * @throws AppError `Project not found`, `Project is archived`, `not_configured`
 * @throws OutsideError, BudgetExceededError
 */
export async function searchApps(ctx: SearchContext, input: SearchAppsInput): Promise<FoundApps> {
  const { platform, limit, projectId } = input;
  const organizationId = await findPayer(ctx, projectId);
  const query = normalizeKeyword(input.query);
  const key = `app-listings:${JSON.stringify([organizationId ?? null, platform, query, limit])}`;
  const known = await ctx.cache.get<readonly AppInfo[]>(key);
  if (known !== undefined) return { apps: known, costUsd: 0, isCached: true };
  requireCredentials(ctx.searchData);
  const scope = { source: 'api', projectId, runId: ctx.requestId, ...causeOf(ctx.caller) } as const;
  const { apps, costUsd } = await ctx.searchData.fetchAppListings({ store: platform, query, limit }, scope);
  await ctx.cache.set(key, apps, HOUR_MS);
  return { apps, costUsd, isCached: false };
}

/** @throws AppError `Project not found`, `Project is archived` */
export async function estimateSearch(ctx: SearchContext, { projectId, limit }: SearchAppsInput): Promise<Estimate> {
  await findPayer(ctx, projectId);
  return { calls: 1, costUsd: ctx.searchData.estimateAppListingsUsd(limit) };
}

/** The organization that asks. */
async function findPayer(ctx: SearchContext, projectId: string | undefined): Promise<string | undefined> {
  if (projectId === undefined) return ctx.caller.organizationId;
  const project = await getProject(ctx, projectId);
  assertNotArchived(project);
  return project.organizationId;
}
