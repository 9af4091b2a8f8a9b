import type { RequestContext } from '#context';
import { isBound } from '#http/caller.ts';

/** State of the Google Ads data that volumes come from, and the balance of the account that pays. */
export interface AdsStatus {
  /** `updating`: the metrics of the last month are not out yet. */
  readonly status: 'ok' | 'updating';
  /** USD; null when the provider does not say, and for bound callers: the account is the operator's. */
  readonly creditsRemaining: number | null;
  /** Null: the account has none, or the caller is bound. */
  readonly dailyLimit: number | null;
  /** The newest month that has metrics. */
  readonly lastMonth: { readonly year: number; readonly month: number } | null;
  /** A day as `YYYY-MM-DD`. */
  readonly updatedOn: string | null;
}

const CACHE_KEY = 'engine-a-ads-status';
/** The provider answers such questions six times a minute, over all who ask. */
const CACHED_MS = 60_000;

/**
 * The state of the ads planner and, for unbound callers, of the account, at most a minute old.
 * @throws OutsideError `credentials_missing` among others
 */
export async function getAdsStatus(ctx: StatusContext & Pick<RequestContext, 'caller'>): Promise<AdsStatus> {
  const status = await fetchStatus(ctx);
  return isBound(ctx.caller) ? { ...status, creditsRemaining: null, dailyLimit: null } : status;
}

type StatusContext = Pick<RequestContext, 'searchData' | 'cache' | 'signal'>;

async function fetchStatus(ctx: StatusContext): Promise<AdsStatus> {
  const kept = await ctx.cache.get<AdsStatus>(CACHE_KEY);
  if (kept !== undefined) return kept;
  const [planner, account] = await Promise.all([ctx.searchData.fetchAdsStatus(ctx.signal), ctx.searchData.fetchAccount(ctx.signal)]);
  const status: AdsStatus = {
    status: planner.isUpToDate ? 'ok' : 'updating',
    creditsRemaining: account.balanceUsd,
    dailyLimit: account.dailyLimit,
    lastMonth: planner.lastMonth,
    updatedOn: planner.updatedOn,
  };
  await ctx.cache.set(CACHE_KEY, status, CACHED_MS);
  return status;
}
