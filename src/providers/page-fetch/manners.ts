/** How a site is spared (docs/pages.md). */
export interface PageManners {
  /** Between the end of a request to a site and the beginning of the next one. */
  readonly gapMs: number;
  /** A longer `Crawl-delay` counts as this. */
  readonly crawlDelayMsMax: number;
  /** Pages that are read at once by this process, each of another site. */
  readonly width: number;
  /** One page with all its redirects, without the waits for its turn. */
  readonly timeoutMs: number;
}

export const WEB_MANNERS: PageManners = { gapMs: 1_000, crawlDelayMsMax: 10_000, width: 24, timeoutMs: 20_000 };

/** Nobody has to be spared there, but a `Crawl-delay` is still felt. */
export const SANDBOX_MANNERS: PageManners = { ...WEB_MANNERS, gapMs: 0, crawlDelayMsMax: 50 };
