import { SECOND_MS } from '#kernel/durations.ts';
import { ACCOUNT, type CallLimits } from '../limits/call-limiter.ts';
import type { ProviderLimits } from '../search-data/limits.ts';
import { MODEL_LIVE } from './answers/models.ts';
import { SERVICE } from './errors.ts';

/** Posts of questions about `store_b`. */
export const STORE_B_POST = 'store_b_post';

/**
 * The limits of an account of the provider, and of the classes of its endpoints. Other classes have only the account's.
 * @param storeBEverySeconds between two posts of questions about `store_b`; 0 is no delay
 */
export function toCallLimits(
  { concurrency, perSecond, perMinute, adsPerMinute }: ProviderLimits,
  storeBEverySeconds = 0,
): readonly CallLimits[] {
  return [
    { service: SERVICE, class: ACCOUNT, perSecond, perMinute, concurrency },
    // Background work: narrow, so that calls that an answer waits for find free slots. The provider's own bound is 30 at once.
    { service: SERVICE, class: 'labs_live', perMinute: 600, concurrency: 4 },
    // One domain takes a few of these at once, and many domains come together. The same bound at the provider.
    { service: SERVICE, class: 'backlinks_live', concurrency: 8 },
    // An answer takes a while, and no request waits for it. The provider's own bound is 30 at once for each platform.
    { service: SERVICE, class: MODEL_LIVE, concurrency: 5 },
    { service: SERVICE, class: 'google_ads_live', perMinute: adsPerMinute },
    { service: SERVICE, class: 'tasks_ready', perMinute: 20 },
    { service: SERVICE, class: 'id_list', perMinute: 10 },
    { service: SERVICE, class: 'status', perMinute: 10 },
    { service: SERVICE, class: 'user_data', perMinute: 6 },
    { service: SERVICE, class: STORE_B_POST, everyMs: storeBEverySeconds * SECOND_MS },
  ];
}
