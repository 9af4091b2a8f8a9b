/** How widely the pages of `store_a` are read unless set otherwise (docs/apps.md, "Reading store_a"). */
export const STORE_CRAWL = {
  /** Requests under way at once. */
  concurrency: 3,
  /** The same through a proxy (`SCRAPER_PROXY_URL`). */
  concurrencyWithProxy: 10,
} as const;
