import { roundUsd } from './envelope.ts';

/** How a task is asked for: at once, or from the queue at one of two priorities. */
export type PriceMode = 'live' | 'standard' | 'priority';

const PER_PAGE: Readonly<Record<PriceMode, number>> = { live: 0.002, standard: 0.0006, priority: 0.0012 };

/** The vendor's price list, USD (contracts, prices). Held here: the sandbox runs without any data folder. */
export const PRICES = {
  /** One page of results; overviews and rectangles cost as much again. */
  serpOrganic: PER_PAGE,
  serpMaps: PER_PAGE,
  serpLocalFinder: PER_PAGE,
  serpNextPageFactor: 0.75,
  questionClick: 0.00015,
  operatorFactor: 5,
  googleAdsLive: 0.075,
  labsTask: 0.01,
  labsItem: 0.0001,
  labsClickstreamFactor: 2,
  labsIntentTask: 0.001,
  labsIntentItem: 0.0001,
  labsDomainCategories: 0.02,
  aiKeywordTask: 0.01,
  aiKeywordItem: 0.0001,
  onPage: 0.000125,
  onPageScriptFactor: 10,
  onPageBrowserFactor: 34,
  backlinksTask: 0.02,
  backlinksRow: 0.00003,
  appInfo: { standard: 0.0006, priority: 0.0012 },
  /** A hundred of a chart, thirty of a search, of the other store a hundred. */
  appList: { standard: 0.0012, priority: 0.0024 },
  /** 150 reviews, of the other store fifty. */
  appReviews: { standard: 0.00075, priority: 0.0015 },
  appListingsTask: 0.01,
  appListingsRow: 0.0001,
  /** A page of the mode of the search engine that answers. */
  aiMode: { standard: 0.0012, priority: 0.0024, live: 0.004 },
  /** As its users see an assistant. The first figure is the vendor's; the others, and all of the second assistant, are assumed: the same ladder. */
  llmScraper: { standard: 0.0012, priority: 0.0024, live: 0.004 },
  /** Beside what the model charges for its tokens. */
  llmResponse: 0.0006,
  /** The vendor's index of answers: a call and every row it gives. That sums cost as one row is assumed. */
  llmMentionsTask: 0.01,
  llmMentionsRow: 0.0001,
} as const;

const OPERATORS =
  /(^|\s)-?(site|inurl|allinurl|intitle|allintitle|intext|allintext|filetype|ext|cache|link|related|define|info|id|inanchor|allinanchor):/iu;

/** Whether a keyword holds a search operator, which multiplies the price. */
export function hasOperator(keyword: string): boolean {
  return OPERATORS.test(keyword);
}

export interface OrganicExtras {
  readonly hasOperator?: boolean;
  /** An overview that had to be loaded after the page, and was. */
  readonly isOverviewLoaded?: boolean;
  readonly withRectangles?: boolean;
  readonly questionClicks?: number;
}

/** Pages really delivered, at least one; undelivered ones and undelivered extras cost nothing. */
export function priceOrganic(pages: number, mode: PriceMode, extras: OrganicExtras = {}): number {
  const page = PRICES.serpOrganic[mode];
  const base = page * (1 + PRICES.serpNextPageFactor * (Math.max(1, pages) - 1));
  return roundUsd(
    base * (extras.hasOperator === true ? PRICES.operatorFactor : 1) +
      (extras.isOverviewLoaded === true ? page : 0) +
      (extras.withRectangles === true ? page : 0) +
      (extras.questionClicks ?? 0) * PRICES.questionClick,
  );
}

/** Lists of places: every page costs the same. */
export function pricePlaces(pages: number, pageUsd: number): number {
  return roundUsd(Math.max(1, pages) * pageUsd);
}

/** The vendor's database of keywords: a call and every row it gives. */
export function priceLabs(items: number, factor = 1): number {
  return roundUsd((PRICES.labsTask + items * PRICES.labsItem) * factor);
}

/** The vendor's index of links: a call and every row it gives. */
export function priceBacklinks(rows: number): number {
  return roundUsd(PRICES.backlinksTask + rows * PRICES.backlinksRow);
}
