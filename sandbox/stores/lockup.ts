import { toSlug } from '../world/names.ts';
import { sellsInside, type StoreApp } from '../world/apps/store-app.ts';
import { iconArtwork } from './artwork.ts';
import { formatCount, formatPrice, say, stateOf, type StoreView } from './view.ts';

export const WEB = 'https://apps.apple.com';
const CONTENT_RATINGS: Readonly<Record<string, number>> = { '4+': 100, '9+': 200, '13+': 300, '16+': 500, '18+': 600 };

/** The page of an app, whichever device it is looked at on. */
export function productUrl({ storefront }: StoreView, app: StoreApp): string {
  return `${WEB}/${storefront.country}/app/${toSlug(app.name)}/id${app.appId}`;
}

/** What intents and destinations have in common. */
export function makeIntent({ storefront, device }: StoreView, kind: string, more: Readonly<Record<string, unknown>>): object {
  return { $kind: kind, storefront: storefront.country, language: storefront.language, ...more, platform: device };
}

export interface LockupPlace {
  /** Place in its list, from 0. */
  readonly at: number;
  /** On a list of recommendations. */
  readonly isSuggested?: boolean;
}

/** How an app stands in a list of `store_a`. */
export function makeLockup(view: StoreView, app: StoreApp, { at, isSuggested = false }: LockupPlace): Readonly<Record<string, unknown>> {
  const state = stateOf(view, app);
  const { appId: adamId, bundleId } = app;
  return {
    $kind: 'Lockup',
    adamId,
    bundleId,
    decorations: [],
    icon: iconArtwork(state.iconKey),
    title: state.title,
    isIOSBinaryMacOSCompatible: false,
    useAdsLocale: false,
    subtitle: state.subtitle,
    tertiaryTitle: null,
    developerTagline: state.subtitle,
    ageRating: state.contentRating,
    ...(state.rating === null ? {} : { rating: Math.round(10 * state.rating) / 10, ratingCount: formatCount(view, state.ratingCount) }),
    buttonAction: makeOffer(view, app),
    developerName: app.developer.name,
    children: null,
    offerDisplayProperties: describeOffer(view, app),
    clickAction: {
      $kind: 'flowAction',
      actionClass: 'FlowAction',
      page: 'product',
      pageUrl: productUrl(view, app),
      pageData: null,
      presentationContext: 'infer',
      animationBehavior: 'infer',
      origin: 'inapp',
      destination: makeIntent(view, 'ProductPageIntent', { id: adamId }),
    },
    impressionMetrics: {
      fields: {
        id: adamId,
        name: state.title,
        impressionType: 'lockup',
        idType: 'its_id',
        platformDisplayStyle: 'ios',
        impressionIndex: at,
        contentRating: CONTENT_RATINGS[state.contentRating] ?? 100,
        bundleId,
        ...(isSuggested ? { reco_algoId: 'cab_1', reco_eligible: '1', reco_hash: 'cab_1' } : {}),
      },
    },
  };
}

/** The price in thousandths, in a query string. */
function makeOffer(view: StoreView, app: StoreApp): object {
  const { title, price } = stateOf(view, app);
  return {
    title: price === 0 ? say(view, 'get') : formatPrice(view, price),
    $kind: 'OfferAction',
    actionClass: 'OfferAction',
    adamId: app.appId,
    purchaseConfiguration: {
      $kind: 'PurchaseConfiguration',
      buyParams: `productType=C&price=${Math.round(1_000 * price)}&salableAdamId=${app.appId}&pricingParameters=STDQ&pg=default&appExtVrsId=${890_000_000 + app.index}`,
      vendor: app.developer.name,
      appName: title,
      bundleId: app.bundleId,
      appPlatforms: listPlatforms(app),
      isPreorder: false,
      isRedownload: false,
      isArcadeApp: isArcade(app),
    },
    bundleId: app.bundleId,
    includeBetaApps: false,
  };
}

export function describeOffer(view: StoreView, app: StoreApp): object {
  const { price, contentRating } = stateOf(view, app);
  const hasInAppPurchases = sellsInside(app);
  return {
    $kind: 'OfferDisplayProperties',
    offerType: 'app',
    adamId: app.appId,
    bundleId: app.bundleId,
    style: 'white',
    titles: { standard: price === 0 ? say(view, 'get') : formatPrice(view, price) },
    subtitles: hasInAppPurchases ? { standard: say(view, 'purchases') } : {},
    hasInAppPurchases,
    isFree: price === 0,
    isPreorder: false,
    contentRating: CONTENT_RATINGS[contentRating] ?? 100,
  };
}

export function listPlatforms({ runsOnTablets }: StoreApp): readonly string[] {
  return runsOnTablets ? ['phone', 'pad'] : ['phone'];
}

/** Some games come with the subscription. */
export function isArcade({ categoryId, isPaid, productHash }: StoreApp): boolean {
  return categoryId.startsWith('70') && !isPaid && productHash % 12 === 0;
}
