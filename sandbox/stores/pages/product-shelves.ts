import { listReviews } from '../../world/apps/app-reviews.ts';
import { chartsOf } from '../../world/apps/app-charts.ts';
import type { AppState } from '../../world/apps/app-state.ts';
import { findCategory } from '../../world/apps/store-categories.ts';
import { isInStore, isSold, type StoreApp } from '../../world/apps/store-app.ts';
import { screenshotArtwork, type Device } from '../artwork.ts';
import { makeIntent, makeLockup, WEB } from '../lockup.ts';
import { makeMetrics, makeShelf } from './shelf.ts';
import { formatCount, formatPrice, say, stateOf, type StoreView } from '../view.ts';

type Fields = Readonly<Record<string, unknown>>;

const SIMILAR_SHOWN = 10;
const REVIEWS_SHOWN = 8;
const MEGABYTE = 1_000_000;
const SEE_ALL = 'customers-also-bought-apps';

/** The parts of a product page by their keys. `similarItemsDownloading` is a hidden copy of `similarItems`. */
export function listShelves(view: StoreView, app: StoreApp): Readonly<Record<string, Fields>> {
  const state = stateOf(view, app);
  const media = (['iphone', 'ipad'] as const).filter((device) => device === 'iphone' || app.runsOnTablets);
  const similar = makeSimilarShelf(view, app);
  const shelves = [
    makeShelf('topLockup', 'marker', [], { marker: 'productTopLockup' }),
    makeShelf('informationRibbon', 'productBadge', listBadges(view, app, state), { isHorizontal: true }),
    ...(view.device === 'ipad' ? media.toReversed() : media).map((device) => makeMediaShelf(state, device)),
    makeShelf('description', 'productDescription', [
      { $kind: 'ProductDescription', paragraph: { $kind: 'Paragraph', text: state.description, isCollapsed: true }, developerAction: null },
    ]),
    makeShelf('productRatings', 'productRatings', [makeRatings(app, state)], { title: say(view, 'ratings') }),
    makeShelf('allProductReviews', 'productReview', listReviewItems(view, app), { isHorizontal: true }),
    makeShelf('mostRecentVersion', 'titledParagraph', [makeVersion(view, state)], { title: say(view, 'whats_new') }),
    makeShelf('privacyTypes', 'privacyType', [makePrivacy()]),
    makeShelf('information', 'annotation', listAnnotations(view, app, state), {
      impressionMetrics: makeMetrics({
        id: '22',
        name: say(view, 'information'),
        impressionType: 'information',
        idType: 'sequential',
        impressionIndex: 11,
      }),
      title: say(view, 'information'),
    }),
    makeMoreShelf(view, app),
    similar,
    { ...similar, isHidden: true, id: 'similarItemsDownloading' },
  ];
  return Object.fromEntries(
    shelves.filter(({ items, marker }) => marker !== null || (items as unknown[]).length > 0).map((shelf) => [String(shelf['id']), shelf]),
  );
}

function listBadges(view: StoreView, app: StoreApp, state: AppState): object[] {
  const [categoryId = ''] = chartsOf(app);
  const chart = {
    platform: app.platform,
    categoryId,
    collection: app.isPaid ? 'paid' : 'free',
    device: 'phone',
    country: view.storefront.country,
  } as const;
  const rank = view.apps.findRank(app, chart, view.day);
  const badge = (type: string, caption: string, heading: string, content: object): object => ({
    $kind: 'Badge',
    type,
    caption,
    heading,
    content,
  });
  return [
    ...(state.rating === null
      ? []
      : [badge('rating', `${formatCount(view, state.ratingCount)} Ratings`, '', { rating: Math.round(10 * state.rating) / 10 })]),
    ...(rank === undefined || rank > 200
      ? []
      : [badge('chartPosition', findCategory('store_a', categoryId)?.name ?? '', 'Chart', { position: `#${rank}` })]),
    badge('contentRating', 'Years', say(view, 'age'), { contentRating: state.contentRating }),
  ];
}

function makeMediaShelf({ screenshotKeys }: AppState, device: Device): Fields {
  const items = screenshotKeys.map((key) => ({ $kind: 'ProductMediaItem', screenshot: screenshotArtwork(key, device), video: null }));
  return makeShelf(device === 'iphone' ? 'product_media_phone_' : 'product_media_pad_', 'productMediaItem', items, { isHorizontal: true });
}

function makeRatings({ appId }: StoreApp, { rating, ratingCount, histogram }: AppState): object {
  return {
    $kind: 'Ratings',
    productId: appId,
    ratingAverage: rating === null ? 0 : Math.round(10 * rating) / 10,
    totalNumberOfRatings: ratingCount,
    ratingCounts: histogram,
    totalNumberOfReviews: null,
  };
}

function listReviewItems(view: StoreView, app: StoreApp): object[] {
  return listReviews(app, view, REVIEWS_SHOWN).map(({ id, title, text, stars, author, writtenAt }) => ({
    $kind: 'ProductReview',
    sourceType: 'user',
    review: { id, title, contents: text, rating: stars, reviewerName: author, date: writtenAt.toISOString() },
  }));
}

function makeVersion(view: StoreView, { releaseNotes, version, versionReleasedAt }: AppState): object {
  return {
    $kind: 'TitledParagraph',
    text: releaseNotes,
    primarySubtitle: `${say(view, 'version')} ${version}`,
    // As a script writes a date in the time zone of the server.
    secondarySubtitle: `${versionReleasedAt.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/u, '$1 $3 $2 $4 $5')} GMT+0000 (Coordinated Universal Time)`,
  };
}

/** Holds a page within the page, with shelves of its own. */
function makePrivacy(): object {
  const type = { $kind: 'PrivacyType', identifier: 'DATA_LINKED_TO_YOU', title: 'Data Linked to You' };
  const { id: _unnamed, ...nested } = makeShelf('', 'privacyType', [{ ...type, purposes: [], categories: [] }]);
  return {
    ...type,
    clickAction: {
      $kind: 'flowAction',
      page: 'privacyDetail',
      pageUrl: null,
      pageData: { $kind: 'GenericPage', title: 'App Privacy', shelves: [nested], isIncomplete: true },
    },
  };
}

function listAnnotations(view: StoreView, app: StoreApp, state: AppState): object[] {
  const category = findCategory('store_a', app.categoryId)?.name ?? '';
  const languages = state.languages.map((code) => new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code);
  const text = (key: string, value: string): object => ({
    $kind: 'Annotation',
    title: say(view, key),
    items: [{ $kind: 'AnnotationItem', text: value }],
    items_V3: [
      {
        $kind: 'linkableText',
        linkableText: { $kind: 'LinkableText', styledText: { $kind: 'StyledText', rawText: value, rawTextType: 'text/markdown' } },
      },
    ],
    shouldAlwaysPresentExpanded: false,
  });
  const summary = (key: string, value: string, items: readonly object[]): object => ({
    $kind: 'Annotation',
    title: say(view, key),
    summary: value,
    items: [],
    items_V3: items,
    shouldAlwaysPresentExpanded: false,
  });
  return [
    text('seller', app.developer.name),
    text('size', `${(state.sizeBytes / MEGABYTE).toFixed(1)} MB`),
    text('category', category),
    { ...text('compatibility', 'Requires iOS 18.0 or later.'), summary: 'Requires iOS 18.0 or later.' },
    text('languages', languages.length > 2 ? `${languages[0]} and ${languages.length - 1} more` : languages.join(' and ')),
    summary('age', state.contentRating, [{ $kind: 'textEncapsulation', text: state.contentRating }]),
    ...(state.purchases.length === 0
      ? []
      : [
          summary(
            'purchases',
            'Yes',
            state.purchases.map(({ name, price }) => ({ $kind: 'textPair', leadingText: name, trailingText: formatPrice(view, price) })),
          ),
        ]),
  ];
}

function makeMoreShelf(view: StoreView, app: StoreApp): Fields {
  const others = view.apps
    .listOfDeveloper(app.developer)
    .filter(
      (other) => other !== app && other.platform === 'store_a' && isInStore(other, view.day) && isSold(other, view.storefront.country),
    );
  return makeShelf(
    'moreByDeveloper',
    'smallLockup',
    others.map((other, at) => makeLockup(view, other, { at })),
    {
      impressionMetrics: makeMetrics({
        id: 'developer-other-apps',
        name: say(view, 'more'),
        impressionType: 'developer',
        idType: 'relationship',
        impressionIndex: 1,
      }),
      title: say(view, 'more'),
      isHorizontal: true,
    },
  );
}

/** The first of the similar apps, with a link to all. */
function makeSimilarShelf(view: StoreView, app: StoreApp): Fields {
  const { storefront, device } = view;
  const items = listSimilar(view, app)
    .slice(0, SIMILAR_SHOWN)
    .map((other, at) => makeLockup(view, other, { at, isSuggested: true }));
  return makeShelf('similarItems', 'smallLockup', items, {
    impressionMetrics: makeMetrics({
      id: SEE_ALL,
      name: say(view, 'similar'),
      impressionType: 'similarItems',
      idType: 'relationship',
      impressionIndex: 12,
    }),
    seeAllAction: {
      title: say(view, 'see_all'),
      $kind: 'flowAction',
      actionClass: 'FlowAction',
      page: 'seeAll',
      pageUrl: `${WEB}/${storefront.country}/app/${app.appId}?see-all=${SEE_ALL}&platform=${device}`,
      pageData: null,
      destination: makeIntent(view, 'SeeAllPageIntent', { id: app.appId, 'see-all': SEE_ALL }),
    },
    title: say(view, 'similar'),
    isHorizontal: true,
  });
}

/** All similar apps: intent and data of the page behind "See All". */
export function makeSeeAllPage(view: StoreView, app: StoreApp): { readonly intent: object; readonly data: Fields } {
  const items = listSimilar(view, app).map((other, at) => makeLockup(view, other, { at, isSuggested: true }));
  return {
    intent: makeIntent(view, 'SeeAllPageIntent', { id: app.appId, 'see-all': SEE_ALL }),
    data: {
      title: say(view, 'similar'),
      canonicalURL: `${WEB}/${view.storefront.country}/app/${app.appId}?see-all=${SEE_ALL}`,
      shelves: [makeShelf('seeAll', 'smallLockup', items)],
    },
  };
}

function listSimilar(view: StoreView, app: StoreApp): readonly StoreApp[] {
  return view.apps.listSimilar(app, view.day).filter((other) => isSold(other, view.storefront.country));
}
