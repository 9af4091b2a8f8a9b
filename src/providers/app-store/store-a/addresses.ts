import type { AppStoreSettings } from '../settings.ts';
import type { FeedName, ShelvesPageKind, StoreDevice, WebChart } from '../types.ts';

type Urls = Pick<AppStoreSettings, 'webUrl' | 'itunesUrl' | 'feedUrl'>;

interface Storefront {
  readonly storefront: string;
  readonly device: StoreDevice;
}

export const ROOT_CATEGORY = '36';
const FEED_ROWS = [10, 25, 50, 100] as const;
const LEGACY_NAMES: Readonly<Record<FeedName, string>> = {
  'top-free': 'topfree',
  'top-paid': 'toppaid',
  'top-grossing': 'topgrossing',
  new: 'new',
  'new-free': 'newfree',
  'new-paid': 'newpaid',
};

/** @param pageUrl the page's own address, used when it is this app's page in this storefront */
export function productUrl(
  { webUrl }: Urls,
  { storefront, device, appId, pageUrl }: Storefront & { appId: string; pageUrl: string | undefined },
): string {
  const path = pageUrl === undefined ? undefined : /^https?:\/\/[^/]+(\/([a-z]{2})\/app\/[^/?#]+\/id(\d+))(?:[?#]|$)/u.exec(pageUrl);
  const isItsOwn = path?.[2] === storefront && path[3] === appId;
  const url = new URL(isItsOwn ? (path[1] ?? '') : `/${storefront}/app/id${appId}`, webUrl);
  if (device === 'ipad') url.searchParams.set('platform', 'ipad');
  return url.href;
}

export function similarUrl({ webUrl }: Urls, { storefront, device, appId }: Storefront & { appId: string }): string {
  return `${webUrl}/${storefront}/app/${appId}?see-all=customers-also-bought-apps&platform=${device}`;
}

export function chartUrl(
  { webUrl }: Urls,
  { storefront, device, categoryId, chart }: Storefront & { categoryId: string; chart: WebChart },
): string {
  return `${webUrl}/${storefront}/${device}/charts/${categoryId}?chart=${chart}`;
}

export function shelvesUrl({ webUrl }: Urls, { storefront, device, kind, id }: Storefront & { kind: ShelvesPageKind; id: string }): string {
  const paths = { grouping: `grouping/${id}`, room: `room/${id}`, story: `story/id${id}`, landing: id };
  return `${webUrl}/${storefront}/${device}/${paths[kind]}`;
}

export function searchUrl({ webUrl }: Urls, { storefront, device, term }: Storefront & { term: string }): string {
  return `${webUrl}/${storefront}/${device}/search?term=${encodeURIComponent(term)}`;
}

export function lookupUrl({ itunesUrl }: Urls, storefront: string, appIds: readonly string[]): string {
  return `${itunesUrl}/lookup?id=${appIds.join(',')}&country=${storefront}&entity=software`;
}

/** Whether the open feeds have it: only the whole store's, for phones. */
export function isOpenFeed({ feed, device, categoryId }: { feed: FeedName; device: StoreDevice; categoryId: string | undefined }): boolean {
  return (feed === 'top-free' || feed === 'top-paid') && device === 'iphone' && (categoryId ?? ROOT_CATEGORY) === ROOT_CATEGORY;
}

/** The open feeds come in four lengths; the caller cuts what is too much. */
export function openFeedUrl({ feedUrl }: Urls, { storefront, feed, limit }: { storefront: string; feed: FeedName; limit: number }): string {
  const rows = FEED_ROWS.find((length) => length >= limit) ?? FEED_ROWS.at(-1);
  return `${feedUrl}/api/v2/${storefront}/apps/${feed}/${rows}/apps.json`;
}

export function legacyFeedUrl(
  { itunesUrl }: Urls,
  { storefront, device, feed, categoryId, limit }: Storefront & { feed: FeedName; categoryId: string | undefined; limit: number },
): string {
  const genre = categoryId === undefined || categoryId === ROOT_CATEGORY ? '' : `/genre=${categoryId}`;
  return `${itunesUrl}/${storefront}/rss/${LEGACY_NAMES[feed]}${device === 'ipad' ? 'ipad' : ''}applications/limit=${limit}${genre}/json`;
}
