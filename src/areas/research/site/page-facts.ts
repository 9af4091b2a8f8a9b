import type { PageOutline, PageSignals } from '#areas/classification/index.ts';

/** An entry of an app store that a page links to. */
export interface AppLink {
  readonly platform: 'store_a' | 'store_b';
  readonly url: string;
}

/** What a page of a site says: `PageSignals` with the outline, and what follows from both. Plain data of a few KB. */
export interface PageFacts extends PageSignals {
  readonly outline: PageOutline;
  /** ISO 639-1: of the text where that is sure, else the one that the page names; null when neither is known. */
  readonly languageCode: string | null;
  readonly appLinks: readonly AppLink[];
}

/** A page that was read, or why it was not. */
export interface SitePage {
  /** 0: the start page; then the further pages in the order of their use. */
  readonly number: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly facts: PageFacts | null;
  readonly error: string | null;
}

/** A site as far as it was read. The start page is the first one, with facts. */
export interface ReadSite {
  readonly pages: readonly SitePage[];
}

/** The pages of a site that could be read, the start page first. */
export function listFacts(pages: readonly SitePage[]): PageFacts[] {
  return pages.flatMap(({ facts }) => facts ?? []);
}
