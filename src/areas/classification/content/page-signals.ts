import type { PageOutline } from './page-outline.ts';

/** How many of each a page holds. Bounded counts of a bounded part of the page. */
export interface PageCounts {
  /** Of the visible text, menus included; scripts without spaces count a word for every two characters. */
  readonly words: number;
  readonly elements: number;
  readonly paragraphs: number;
  readonly headings: number;
  readonly listItems: number;
  readonly tables: number;
  readonly links: number;
  /** Links to other hosts. */
  readonly linksOut: number;
  readonly images: number;
  /** Players: `video`, `audio`, and frames of video hosts. */
  readonly players: number;
  readonly codeBlocks: number;
  readonly articles: number;
  readonly forms: number;
  readonly inputs: number;
  readonly passwords: number;
  /** That run; blocks of data do not. */
  readonly scripts: number;
  /** Amounts of money in the text. */
  readonly prices: number;
  /** Dates in the text, and `time` elements. */
  readonly dates: number;
  /** Elements that name an author. */
  readonly authors: number;
  /** Elements of comments, products, reviews and contributions to a discussion, by their classes. */
  readonly comments: number;
  readonly products: number;
  readonly reviews: number;
  readonly posts: number;
}

/** What a page says of itself, in words and by how it is built. Plain data; texts are cut. */
export interface PageSignals {
  readonly title: string | null;
  readonly description: string | null;
  readonly h1: string | null;
  readonly siteName: string | null;
  /** The language that the page names, as it is written: `de-AT`. */
  readonly lang: string | null;
  /** The language of the text, ISO 639-1; null when that is not sure. */
  readonly language: string | null;
  readonly ogType: string | null;
  /** `WordPress 6.8`, ... */
  readonly generator: string | null;
  /** Types of schema.org that are declared as JSON-LD, microdata or RDFa: `Product`, ... */
  readonly schemaTypes: readonly string[];
  /** Classes of the `body` element. */
  readonly bodyClasses: readonly string[];
  /** Products that the page shows to be made with: `shopify`, `discourse`, ... */
  readonly products: readonly string[];
  /** Kinds of key phrases that were found (`data/phrases.tsv`), each with its first finding. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly counts: PageCounts;
  /** The beginning of the main text, at most 3,000 characters. */
  readonly text: string;
  /** `article`: the main text was found; `page`: all text beside menus stands in for it. */
  readonly textFrom: 'article' | 'page';
  /** Only where it was asked for. */
  readonly outline?: PageOutline | undefined;
}
