import type { AppStore, LookupRecord } from '../index.ts';
import { FEED, LOOKUP } from '../services.ts';
import type { AppStoreSettings } from '../settings.ts';
import { isOpenFeed, legacyFeedUrl, lookupUrl, openFeedUrl } from './addresses.ts';
import { checked } from './checked.ts';
import type { StoreCall } from './client.ts';
import { parseLegacyFeed, parseLookup, parseMarketingFeed } from './parsers.ts';
import type { ReadAnswer } from './read-answer.ts';

const FEED_ROWS_MAX = 100;

/** What the store's lookup service and its feeds say. */
export function makeReadServices(settings: AppStoreSettings, read: ReadAnswer): Pick<AppStore, 'fetchLookup' | 'fetchFeed'> {
  return {
    fetchLookup: async (appIds, storefront, options) => {
      for (const appId of appIds) checked({ appId, storefront });
      const wanted = [...new Set(appIds)];
      const records = new Map<string, LookupRecord>();
      for (let at = 0; at < wanted.length; at += settings.lookup.batch) {
        const batch = wanted.slice(at, at + settings.lookup.batch);
        const url = lookupUrl(settings, storefront, batch);
        const about = batch.length === 1 ? { appId: batch[0] } : {};
        const call: StoreCall = { service: LOOKUP, source: 'lookup', endpoint: 'lookup', storefront, url, ...about };
        const found = await read(call, options, (text) => parseLookup(text, storefront));
        for (const [appId, record] of found) records.set(appId, record);
      }
      return records;
    },

    fetchFeed: async (request, options) => {
      const { feed, storefront, device = 'iphone', categoryId, limit = FEED_ROWS_MAX } = checked(request);
      const list = { feed, storefront, device, categoryId, limit };
      const isOpen = isOpenFeed(list);
      const call: StoreCall = {
        service: FEED,
        source: isOpen ? 'feed' : 'legacy_feed',
        endpoint: feed,
        storefront,
        categoryId,
        url: isOpen ? openFeedUrl(settings, list) : legacyFeedUrl(settings, list),
      };
      const rows = await read(call, options, (text) => ({
        value: isOpen ? parseMarketingFeed(text, storefront) : parseLegacyFeed(text, { storefront, categoryId }),
      }));
      return rows.slice(0, limit);
    },
  };
}
