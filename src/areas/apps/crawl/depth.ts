/**
 * Depth to which a crawl follows similar apps (docs/apps.md, "Crawls"). 0: only the lists of categories are read. 1: the page of
 * each listed app too, and the pages of the apps that are similar to it. 2: on from those, until no new app appears.
 */
export type RelatedDepth = 0 | 1 | 2;

/** What is wanted of an app. 1: itself and the apps that are similar to it. 0: only itself. */
export type CrawlDepth = 0 | 1;

/** Crawl depth of an app on a category's list; undefined: its page is not read. */
export function toListedDepth(depth: RelatedDepth): CrawlDepth | undefined {
  return depth === 0 ? undefined : 1;
}

/** Crawl depth of an app that is similar to one with depth `source`; undefined: its page is not read. */
export function toSimilarDepth(depth: RelatedDepth, source: CrawlDepth): CrawlDepth | undefined {
  if (source === 0) return undefined;
  return depth === 2 ? 1 : 0;
}
