import type { Clock } from '#kernel/clock.ts';
import { invalid } from '#kernel/errors.ts';
import type { HttpClient } from '../http-client.ts';
import type { Spending } from '../metering.ts';
import type { KeepEvidence } from './evidence.ts';
import type { AppStore, LookupRecord, StoreOptions } from './index.ts';
import { makePauses, type SharedCache } from './pauses.ts';
import { FEED, LOOKUP, PAGE } from './services.ts';
import type { AppStoreSettings } from './settings.ts';
import * as addresses from './store-a/addresses.ts';
import { makeStoreClient, type StoreCall } from './store-a/client.ts';
import * as parsers from './store-a/parsers.ts';
import { makeReadAnswer } from './store-a/read-answer.ts';
import { makeStoreRobots } from './store-a/shared-robots.ts';

const FEED_ROWS_MAX = 100;

export interface AppStoreOptions {
  readonly http: HttpClient;
  readonly spending: Pick<Spending, 'spend'>;
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly settings: AppStoreSettings;
  readonly keepEvidence: KeepEvidence;
}

/** `store_a` by its pages, its lookup service and its feeds; see `AppStore`. */
export function makeAppStore({ http, spending, cache, clock, settings, keepEvidence }: AppStoreOptions): AppStore {
  const robots = makeStoreRobots({ http, cache, timeoutMs: settings.timeoutSeconds * 1_000 });
  const client = makeStoreClient({ http, spending, settings, robots, pauses: makePauses(cache, clock) });
  const read = makeReadAnswer(client, keepEvidence);
  const page = (endpoint: string, storefront: string, url: string): StoreCall => ({
    service: PAGE,
    source: endpoint === 'search' ? 'search' : 'page',
    endpoint,
    storefront,
    url,
  });

  const lookUp = (appIds: readonly string[], storefront: string, options: StoreOptions): Promise<ReadonlyMap<string, LookupRecord>> =>
    read(
      { service: LOOKUP, source: 'lookup', endpoint: 'lookup', storefront, url: addresses.lookupUrl(settings, storefront, appIds) },
      options,
      (text) => parsers.parseLookup(text, storefront),
    );

  return {
    fetchProduct: async (request, options) => {
      const { appId, storefront, device = 'iphone', pageUrl } = checked(request);
      const url = addresses.productUrl(settings, { appId, storefront, device, pageUrl });
      return await read(page('product', storefront, url), options, (text) => {
        const value = parsers.parseProductPage(text, { appId, storefront, device });
        return { value, missing: value.missing };
      });
    },

    fetchLookup: async (appIds, storefront, options) => {
      for (const appId of appIds) checked({ appId, storefront });
      const wanted = [...new Set(appIds)];
      const records = new Map<string, LookupRecord>();
      for (let at = 0; at < wanted.length; at += settings.lookup.batch) {
        const found = await lookUp(wanted.slice(at, at + settings.lookup.batch), storefront, options);
        for (const [appId, record] of found) records.set(appId, record);
      }
      return records;
    },

    fetchSimilar: async (request, options) => {
      const { appId, storefront, device = 'iphone' } = checked(request);
      const url = addresses.similarUrl(settings, { appId, storefront, device });
      return await read(page('similar', storefront, url), options, (text) => ({
        value: parsers.parseAppList(text, { storefront, mayBeEmpty: false }),
      }));
    },

    fetchChart: async (request, options) => {
      const { categoryId, chart, storefront, device = 'iphone' } = checked(request);
      const url = addresses.chartUrl(settings, { categoryId, chart, storefront, device });
      return await read(page('chart', storefront, url), options, (text) => ({
        value: parsers.parseChartPage(text, { categoryId, chart, storefront }),
      }));
    },

    fetchShelves: async (request, options) => {
      const { kind, id, storefront, device = 'iphone' } = checked(request);
      const url = addresses.shelvesUrl(settings, { kind, id, storefront, device });
      return await read(page(kind, storefront, url), options, (text) => ({ value: parsers.parseShelvesPage(text, storefront) }));
    },

    fetchSearch: async (request, options) => {
      const { term, storefront, device = 'iphone' } = checked(request);
      const url = addresses.searchUrl(settings, { term, storefront, device });
      return await read(page('search', storefront, url), options, (text) => ({
        value: parsers.parseAppList(text, { storefront, mayBeEmpty: true }),
      }));
    },

    fetchFeed: async (request, options) => {
      const { feed, storefront, device = 'iphone', categoryId, limit = FEED_ROWS_MAX } = checked(request);
      const place = { feed, storefront, device, categoryId, limit };
      const isOpen = addresses.isOpenFeed(place);
      const call: StoreCall = {
        service: FEED,
        source: isOpen ? 'feed' : 'legacy_feed',
        endpoint: feed,
        storefront,
        url: isOpen ? addresses.openFeedUrl(settings, place) : addresses.legacyFeedUrl(settings, place),
      };
      const rows = await read(call, options, (text) => ({
        value: isOpen ? parsers.parseMarketingFeed(text, storefront) : parsers.parseLegacyFeed(text, { storefront, categoryId }),
      }));
      return rows.slice(0, limit);
    },
  };
}

/** What goes into an address: ids of the store, and country codes. Landing pages have words for ids. */
const FORMS: Readonly<Record<string, RegExp>> = {
  appId: /^\d{1,20}$/u,
  categoryId: /^\d{1,10}$/u,
  id: /^(?:\d{1,20}|[a-z]{1,20})$/u,
  storefront: /^[a-z]{2}$/u,
};

/** @throws AppError naming what is no id of `store_a`, or no country code in lower case */
function checked<Request extends object>(request: Request): Request {
  const wrong = Object.entries(request).filter(([name, value]) => value !== undefined && FORMS[name]?.test(String(value)) === false);
  if (wrong.length > 0) throw invalid(wrong.map(([path]) => ({ path, message: 'is none that store_a has' })));
  return request;
}
