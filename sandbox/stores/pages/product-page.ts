import { toSlug } from '../../world/names.ts';
import type { StoreApp } from '../../world/apps/store-app.ts';
import { describeOffer, listPlatforms, makeIntent, makeLockup, productUrl, WEB } from '../lockup.ts';
import { listShelves } from './product-shelves.ts';
import { stateOf, type StoreView } from '../view.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Intent and data of the page of an app. */
export function makeProductPage(view: StoreView, app: StoreApp): { readonly intent: object; readonly data: Fields } {
  const state = stateOf(view, app);
  const shelves = listShelves(view, app);
  const shown = Object.keys(shelves).filter(
    (key) => key !== 'similarItemsDownloading' && !key.startsWith(`product_media_${view.device === 'ipad' ? 'phone' : 'pad'}`),
  );
  return {
    intent: makeIntent(view, 'ProductPageIntent', { id: app.appId }),
    data: {
      title: state.title,
      canonicalURL: productUrl(view, app),
      lockup: makeLockup(view, app, { at: 0 }),
      appPlatforms: listPlatforms(app),
      developerAction: { $kind: 'flowAction', title: app.developer.name, page: 'developer', pageUrl: developerUrl(view, app) },
      shelfMapping: shelves,
      notPurchasedOrdering: shown,
      purchasedOrdering: shown.toSorted((left, right) => Number(right === 'mostRecentVersion') - Number(left === 'mostRecentVersion')),
      titleOfferDisplayProperties: describeOffer(view, app),
      pageMetrics: {
        $kind: 'PageMetrics',
        instructions: [],
        custom: {},
        pageFields: {
          serverInstance: '10001',
          storeFrontHeader: view.storefront.country,
          language: view.storefront.language,
          storeFront: view.storefront.country,
          pageType: 'Software',
          pageId: app.appId,
          pageDetails: `${app.developer.name}_${state.title}`,
          platformDisplayStyle: 'ios',
        },
      },
      isIncomplete: false,
      seoData: { pageTitle: `${state.title} App - App Store`, link: productUrl(view, app) },
    },
  };
}

export function developerUrl({ storefront }: StoreView, { developer }: StoreApp): string {
  return `${WEB}/${storefront.country}/developer/${toSlug(developer.name)}/id${developer.storeAId}`;
}
