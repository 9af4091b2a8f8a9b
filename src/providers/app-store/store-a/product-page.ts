import type { StoreDevice, StoreLockup, StoreProduct, StoreReview } from '../types.ts';
import { iconUrlOf, screenshotUrlOf } from './artwork.ts';
import {
  booleanOf,
  dateOf,
  fieldsOf,
  idOf,
  isDeferred,
  listOf,
  makeFieldCheck,
  MissingFieldsError,
  numberOf,
  textOf,
  urlOf,
  WrongAnswerError,
  type FieldCheck,
  type Fields,
} from './fields.ts';
import { findLockup, readLockupFacts, readLockups } from './lockup.ts';
import { checkStorefront, DATA_BLOCK, findScripts, readBlock } from './page-data.ts';
import { readStructured, type StructuredApp } from './structured.ts';

const MEDIA_SHELVES: Readonly<Record<StoreDevice, { readonly key: string; readonly platform: string }>> = {
  iphone: { key: 'product_media_phone_', platform: 'phone' },
  ipad: { key: 'product_media_pad_', platform: 'pad' },
};
const SIMILAR_SHELF = 'similarItems';
const SIMILAR_METRIC = 'customers-also-bought-apps';
const MORE_BY_DEVELOPER = 'moreByDeveloper';
const STARS = 5;

export interface ProductTarget {
  readonly appId: string;
  readonly storefront: string;
  readonly device: StoreDevice;
}

/**
 * Reads the page of an app. What its data lack is taken from its structured data where these have it, and named.
 * @throws MissingFieldsError when neither says the title, or the page breaks off
 * @throws WrongAnswerError when the page is another app's or another country's
 */
export function parseProductPage(html: string, target: ProductTarget): StoreProduct {
  const scripts = findScripts(html);
  const check = makeFieldCheck();
  const structured = readStructured(scripts.structured);
  if (scripts.data === undefined) {
    check.need(DATA_BLOCK, undefined);
    if (scripts.isCut) throw new MissingFieldsError(check.missing, true);
    return finish({ ...EMPTY, appId: target.appId }, structured, check);
  }
  const page = readBlock(scripts.data);
  checkStorefront(page, target.storefront);
  const { data } = page;
  const lockup = fieldsOf(check.need('lockup', data['lockup']));
  const id = check.need('intent.id', idOf(page.intent['id'])) ?? idOf(lockup['adamId']);
  if (id !== undefined && id !== target.appId) throw new WrongAnswerError('removed', `the page is of the app ${id}, not ${target.appId}`);
  const shelves = fieldsOf(check.need('shelfMapping', data['shelfMapping']));
  const facts = readLockupFacts(lockup);
  check.need('lockup.offerDisplayProperties.isFree', facts.isFree);
  check.need('lockup.buyParams.price', facts.price);
  const product = {
    appId: target.appId,
    title: check.need('title', textOf(data['title'])) ?? textOf(lockup['title']),
    ...facts,
    ...readShelves(shelves, check),
    screenshotUrls: readScreenshots(data, target.device, check),
    developerName: check.need('lockup.developerName', textOf(lockup['developerName'])),
    developerId: /\/id(\d+)/u.exec(String(fieldsOf(data['developerAction'])['pageUrl']))?.[1],
    hasInAppPurchases: booleanOf(fieldsOf(lockup['offerDisplayProperties'])['hasInAppPurchases']),
    iconUrl: check.need('lockup.icon', iconUrlOf(lockup['icon'])),
    pageUrl: urlOf(data['canonicalURL']),
  };
  return finish({ ...EMPTY, ...product }, structured, check);
}

type Draft = Omit<StoreProduct, 'title' | 'missing'> & { readonly title: string | undefined };

const EMPTY: Omit<Draft, 'appId'> = {
  title: undefined,
  bundleId: undefined,
  subtitle: undefined,
  developerName: undefined,
  developerId: undefined,
  description: undefined,
  rating: undefined,
  ratingCount: undefined,
  ratingHistogram: undefined,
  price: undefined,
  currency: undefined,
  isFree: undefined,
  isArcade: undefined,
  hasInAppPurchases: undefined,
  primaryCategory: undefined,
  iconUrl: undefined,
  screenshotUrls: undefined,
  version: undefined,
  versionReleasedAt: undefined,
  releaseNotes: undefined,
  similar: undefined,
  reviews: undefined,
  pageUrl: undefined,
};

/** Structured data fill what is missing, and say the price in full. */
function finish(draft: Draft, structured: StructuredApp, check: FieldCheck): StoreProduct {
  const title = draft.title ?? structured.title;
  if (title === undefined) throw new MissingFieldsError([...check.missing, 'title']);
  const price = check.need('offers.price', structured.price) ?? draft.price;
  return {
    ...draft,
    title,
    developerName: draft.developerName ?? structured.developerName,
    rating: draft.rating === undefined ? structured.rating : draft.rating,
    ratingCount: draft.ratingCount ?? structured.ratingCount,
    price,
    currency: check.need('offers.priceCurrency', structured.currency),
    isFree: draft.isFree ?? (price === undefined ? undefined : price === 0),
    primaryCategory: check.need('breadcrumbs.category', structured.categoryId),
    iconUrl: draft.iconUrl ?? structured.iconUrl,
    // That there are none is believed of a whole page only.
    similar: draft.similar?.length === 0 && check.missing.size > 0 ? undefined : draft.similar,
    missing: [...check.missing],
  };
}

type ShelfFacts = Pick<
  Draft,
  'description' | 'rating' | 'ratingCount' | 'ratingHistogram' | 'version' | 'versionReleasedAt' | 'releaseNotes' | 'similar' | 'reviews'
>;

function readShelves(shelves: Fields, check: FieldCheck): ShelfFacts {
  const description = fieldsOf(firstItem(shelves, 'description')['paragraph'])['text'];
  const version = firstItem(shelves, 'mostRecentVersion');
  return {
    description: check.need('shelfMapping.description', textOf(description)),
    ...readRatings(firstItem(shelves, 'productRatings'), check),
    // "Version 1.2.3" in the language of the country: the number is its last word.
    version: check.need('shelfMapping.mostRecentVersion', textOf(version['primarySubtitle']))?.split(/\s/u).at(-1),
    versionReleasedAt: check.need('shelfMapping.mostRecentVersion.date', dateOf(version['secondarySubtitle'])),
    releaseNotes: textOf(version['text']),
    similar: readSimilar(shelves, check),
    reviews: readReviews(itemsOf(shelves['allProductReviews']), check),
  };
}

/** An app without ratings has an average of 0 over none. */
function readRatings(ratings: Fields, check: FieldCheck): Pick<Draft, 'rating' | 'ratingCount' | 'ratingHistogram'> {
  const ratingCount = check.need('productRatings.totalNumberOfRatings', numberOf(ratings['totalNumberOfRatings']));
  const rating = check.need('productRatings.ratingAverage', numberOf(ratings['ratingAverage']));
  const counts = listOf(ratings['ratingCounts'])?.map(numberOf);
  if (ratingCount !== undefined && ratingCount > 0) check.need('productRatings.ratingCounts', counts);
  const stars = counts?.filter((count) => count !== undefined).map(Math.round) ?? [];
  return {
    ratingCount,
    rating: ratingCount === 0 ? null : rating,
    // Theirs begins with five stars.
    ratingHistogram: stars.length === STARS ? stars.toReversed() : undefined,
  };
}

/** An app that runs on the device has pictures of it there; a page that does not say where it runs should have some. */
function readScreenshots({ appPlatforms, shelfMapping }: Fields, device: StoreDevice, check: FieldCheck): readonly string[] | undefined {
  const { key, platform } = MEDIA_SHELVES[device];
  const items = itemsOf(fieldsOf(shelfMapping)[key]);
  const shown = items?.flatMap((item) => screenshotUrlOf(fieldsOf(item)['screenshot']) ?? []) ?? [];
  if (shown.length > 0) return shown;
  if (listOf(appPlatforms)?.includes(platform) !== false) check.need(`shelfMapping.${key}`, undefined);
  return undefined;
}

/** By its key, else by what it is counted as; its title is in the language of the country. Hidden copies are not read. */
function readSimilar(shelves: Fields, check: FieldCheck): readonly StoreLockup[] | undefined {
  const shelf =
    shelves[SIMILAR_SHELF] ??
    Object.values(shelves).find((one) => fieldsOf(fieldsOf(fieldsOf(one)['impressionMetrics'])['fields'])['id'] === SIMILAR_METRIC);
  if (isDeferred(shelf)) return undefined;
  const items = itemsOf(shelf);
  if (items !== undefined) return readLockups(items, check);
  // Where nothing is similar there is no shelf. Apps on one that is not known say that the shelf moved.
  const isMoved = Object.entries(shelves).some(([key, one]) => key !== MORE_BY_DEVELOPER && itemsOf(one)?.some(findLockup));
  if (shelf !== undefined || isMoved) check.need(`shelfMapping.${SIMILAR_SHELF}`, undefined);
  // One that is loaded later may be it.
  return shelf !== undefined || isMoved || Object.values(shelves).some(isDeferred) ? undefined : [];
}

/** One that cannot be understood is left out; when all are so, they changed. */
function readReviews(items: readonly unknown[] | undefined, check: FieldCheck): readonly StoreReview[] | undefined {
  const reviews = items?.flatMap((item) => {
    const review = fieldsOf(fieldsOf(item)['review']);
    const id = textOf(review['id']) ?? idOf(review['id']);
    const rating = numberOf(review['rating']);
    const reviewedAt = dateOf(review['date']);
    const body = textOf(review['contents']);
    if (
      id === undefined ||
      rating === undefined ||
      !Number.isInteger(rating) ||
      rating < 1 ||
      rating > STARS ||
      reviewedAt === undefined ||
      body === undefined
    )
      return [];
    return [{ id, rating, title: textOf(review['title']) ?? null, body, reviewedAt }];
  });
  if (items !== undefined && items.length > 0 && reviews?.length === 0) return check.need('shelfMapping.allProductReviews', undefined);
  return reviews;
}

function firstItem(shelves: Fields, key: string): Fields {
  return fieldsOf(itemsOf(shelves[key])?.[0]);
}

function itemsOf(shelf: unknown): readonly unknown[] | undefined {
  return listOf(fieldsOf(shelf)['items']);
}
