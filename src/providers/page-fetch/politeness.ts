/** How often sites are asked (docs/pages.md). */
export interface PagePoliteness {
  /** Between the end of a request to a site and the beginning of the next one. */
  readonly gapMs: number;
  /** A longer `Crawl-delay` counts as this. */
  readonly crawlDelayMsMax: number;
  /** Pages that are read at once by this process, each of another site. */
  readonly concurrency: number;
  /** One page with all its redirects, without the waits for a slot. */
  readonly timeoutMs: number;
}

export const WEB_POLITENESS: PagePoliteness = { gapMs: 1_000, crawlDelayMsMax: 10_000, concurrency: 24, timeoutMs: 20_000 };

/** The sandbox needs no rest, but a `Crawl-delay` still has an effect. */
export const SANDBOX_POLITENESS: PagePoliteness = { ...WEB_POLITENESS, gapMs: 0, crawlDelayMsMax: 50 };
