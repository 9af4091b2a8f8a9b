/** What of `store_a` may be read. `robots.txt` of the store disallows the last two: naming them is the operator's decision. */
export const STORE_A_SOURCES = ['page', 'lookup', 'feed', 'legacy_feed', 'search'] as const;
export type StoreASource = (typeof STORE_A_SOURCES)[number];

/** The lookup service takes no more ids in one call. */
export const LOOKUP_IDS_MAX = 200;

/** How `store_a` is read (docs/apps.md, "Reading store_a"). */
export interface AppStoreSettings {
  readonly sources: ReadonlySet<StoreASource>;
  readonly webUrl: string;
  /** Address of the lookup service, and of the feeds of the first generation. */
  readonly itunesUrl: string;
  readonly feedUrl: string;
  /** Between the beginnings of two requests for pages, over all processes. */
  readonly delaySeconds: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Before a page waits for its slot: between the two, and up to `jitterMs` more. */
  readonly pageDelayMs: readonly [number, number];
  readonly pageJitterMs: number;
  /** After a 403 or 429. */
  readonly backoffSeconds: number;
  readonly timeoutSeconds: number;
  readonly lookup: {
    readonly perSecond: number;
    readonly delayMs: number;
    readonly backoffSeconds: number;
    /** Ids in one call. */
    readonly batch: number;
  };
}

export const STORE_A_URLS = {
  web: 'https://apps.apple.com',
  itunes: 'https://itunes.apple.com',
  feed: 'https://rss.marketingtools.apple.com',
} as const;
