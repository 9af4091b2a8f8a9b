import type { Config } from '#config';
import { ACCOUNT, type Rate } from '../pacing.ts';
import { freeService } from '../services.ts';

/** In the ledger, in errors, log lines and rates. Each is free. */
export const PAGE = 'store_a_page';
export const LOOKUP = 'store_a_lookup_api';
export const FEED = 'rss_feed';

export type StoreService = typeof PAGE | typeof LOOKUP | typeof FEED;

/**
 * Pages and feeds wait so long after each other; the lookup service, which answers for 200 apps at once, has a line of its
 * own. Without a delay only the width is kept.
 */
export function toRates({ appStore }: Pick<Config, 'appStore'>): Rate[] {
  const { concurrency, lookup } = appStore;
  const page = { class: ACCOUNT, ...everyMs(appStore.delaySeconds * 1_000), concurrency };
  return [
    { ...page, service: PAGE },
    { ...page, service: FEED },
    { service: LOOKUP, class: ACCOUNT, ...everyMs(lookup.delayMs), perSecond: lookup.perSecond, concurrency },
  ];
}

function everyMs(ms: number): Pick<Rate, 'everyMs'> {
  return ms > 0 ? { everyMs: ms } : {};
}

export const appStore = { services: [PAGE, LOOKUP, FEED].map(freeService), toRates };
