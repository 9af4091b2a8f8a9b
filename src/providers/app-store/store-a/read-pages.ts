import type { AppStore } from '../index.ts';
import { PAGE } from '../services.ts';
import { LANDING_PREFIX } from '../types.ts';
import type { AppStoreSettings } from '../settings.ts';
import * as addresses from './addresses.ts';
import { checked } from './checked.ts';
import type { StoreCall } from './client.ts';
import { parseAppList, parseChartPage, parseProductPage, parseShelvesPage } from './parsers.ts';
import type { ReadAnswer } from './read-answer.ts';

type Pages = Pick<AppStore, 'fetchProduct' | 'fetchSimilar' | 'fetchChart' | 'fetchShelves' | 'fetchSearch'>;

/** What stands on the store's own pages. */
export function makeReadPages(settings: AppStoreSettings, read: ReadAnswer): Pages {
  const page = (call: Omit<StoreCall, 'service' | 'source'>): StoreCall => ({
    service: PAGE,
    source: call.endpoint === 'search' ? 'search' : 'page',
    ...call,
  });

  return {
    fetchProduct: async (request, options) => {
      const { appId, storefront, device = 'iphone', pageUrl } = checked(request);
      const url = addresses.productUrl(settings, { appId, storefront, device, pageUrl });
      return await read(page({ endpoint: 'product', storefront, url, appId }), options, (text) => {
        const value = parseProductPage(text, { appId, storefront, device });
        return { value, missing: value.missing };
      });
    },

    fetchSimilar: async (request, options) => {
      const { appId, storefront, device = 'iphone' } = checked(request);
      const url = addresses.similarUrl(settings, { appId, storefront, device });
      return await read(page({ endpoint: 'similar', storefront, url, appId }), options, (text) => ({
        value: parseAppList(text, { storefront, mayBeEmpty: false }),
      }));
    },

    fetchChart: async (request, options) => {
      const { categoryId, chart, storefront, device = 'iphone' } = checked(request);
      const url = addresses.chartUrl(settings, { categoryId, chart, storefront, device });
      return await read(page({ endpoint: 'chart', storefront, url, categoryId }), options, (text) => ({
        value: parseChartPage(text, { categoryId, chart, storefront }),
      }));
    },

    fetchShelves: async (request, options) => {
      const { kind, id, storefront, device = 'iphone' } = checked(request);
      const url = addresses.shelvesUrl(settings, { kind, id, storefront, device });
      const categoryId = kind === 'landing' ? `${LANDING_PREFIX}${id}` : id;
      return await read(page({ endpoint: kind, storefront, url, categoryId }), options, (text) => ({
        value: parseShelvesPage(text, storefront),
      }));
    },

    fetchSearch: async (request, options) => {
      const { term, storefront, device = 'iphone' } = checked(request);
      const url = addresses.searchUrl(settings, { term, storefront, device });
      return await read(page({ endpoint: 'search', storefront, url }), options, (text) => ({
        value: parseAppList(text, { storefront, mayBeEmpty: true }),
      }));
    },
  };
}
