import type { AppContext } from '#context';
import { HOUR_MS } from '#kernel/durations.ts';
import { toQueryId, type SerpCheck } from '../check.ts';
import type { SerpRun } from '../runs/serp-run.ts';
import { listFreshRuns } from '../runs/store/runs.ts';

/** For how long an on-demand result is reused. */
const CACHE_MS = HOUR_MS;

type CacheContext = Pick<AppContext, 'postgres' | 'clock'>;

/**
 * The run to reuse for each check instead of a new one: at most an hour old in real time, and at least as deep, and with its AI
 * overview where the check wants that.
 * @param readFor for each check a project: only runs that its organization asked for first or has positions of
 * @returns in the order of the checks; undefined where there is none
 */
export async function findCachedRuns(
  ctx: CacheContext,
  checks: readonly SerpCheck[],
  readFor: readonly (string | undefined)[] = [],
): Promise<(SerpRun | undefined)[]> {
  if (checks.length === 0) return [];
  const pages = checks.map((check, at) => ({
    queryId: toQueryId(check),
    depth: check.depth,
    loadsOverview: check.loadsOverview === true,
    readFor: readFor[at],
  }));
  return await listFreshRuns(ctx.postgres, pages, new Date(ctx.clock.realNow() - CACHE_MS));
}

/** The same for one check. */
export async function findCachedRun(ctx: CacheContext, check: SerpCheck, readFor?: string): Promise<SerpRun | undefined> {
  return (await findCachedRuns(ctx, [check], [readFor]))[0];
}
