import type { Config } from '#config';
import { SECOND_MS } from '#kernel/durations.ts';
import { ACCOUNT, type CallLimits } from '../limits/call-limiter.ts';
import { freeService } from '../services.ts';

/** In errors, log lines and call limits. */
export const PAGE = 'store_a_page';
export const LOOKUP = 'store_a_lookup_api';
export const FEED = 'rss_feed';

export type StoreService = typeof PAGE | typeof LOOKUP | typeof FEED;

/** Under what calls are booked. All are free; the ledger has one service for all pages that are fetched for nothing. */
export const LEDGER_SERVICES: Readonly<Record<StoreService, string>> = {
  [PAGE]: 'edge_native_fetch',
  [LOOKUP]: LOOKUP,
  [FEED]: FEED,
};

/**
 * Pages and feeds wait so long after each other; the lookup service, which answers for 200 apps at once, has limits of its
 * own.
 */
export function toStoreLimits({ appStore }: Pick<Config, 'appStore'>): CallLimits[] {
  const { concurrency, lookup } = appStore;
  const page = { class: ACCOUNT, everyMs: appStore.delaySeconds * SECOND_MS, concurrency };
  return [
    { ...page, service: PAGE },
    { ...page, service: FEED },
    { service: LOOKUP, class: ACCOUNT, everyMs: lookup.delayMs, perSecond: lookup.perSecond, concurrency },
  ];
}

export const appStore = { services: [LOOKUP, FEED].map(freeService), toStoreLimits };
