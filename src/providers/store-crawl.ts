/** How fast the pages of the app stores are read (specification section 8). */
export interface StoreCrawlPace {
  /** Between two requests to one store. */
  readonly delaySeconds: Readonly<Record<'store_a' | 'store_b', number>>;
  /** Requests under way at once to each store. */
  readonly concurrency: number;
  /** The same through a proxy (`SCRAPER_PROXY_URL`). */
  readonly concurrencyWithProxy: number;
}

export const STORE_CRAWL: StoreCrawlPace = { delaySeconds: { store_a: 4, store_b: 8 }, concurrency: 3, concurrencyWithProxy: 10 };
