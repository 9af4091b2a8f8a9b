import { roundUsd } from './envelope.ts';

/** The vendor's price list, USD (contracts, prices). Held here: the sandbox runs without any data folder. */
export const PRICES = {
  serpOrganicLive: 0.002,
  serpMapsLive: 0.002,
  serpLocalFinderLive: 0.002,
  serpNextPageFactor: 0.75,
  aiOverviewLive: 0.002,
  rectanglesLive: 0.002,
  questionClick: 0.00015,
  operatorFactor: 5,
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
export function priceOrganic(pages: number, extras: OrganicExtras = {}): number {
  const base = PRICES.serpOrganicLive * (1 + PRICES.serpNextPageFactor * (Math.max(1, pages) - 1));
  return roundUsd(
    base * (extras.hasOperator === true ? PRICES.operatorFactor : 1) +
      (extras.isOverviewLoaded === true ? PRICES.aiOverviewLive : 0) +
      (extras.withRectangles === true ? PRICES.rectanglesLive : 0) +
      (extras.questionClicks ?? 0) * PRICES.questionClick,
  );
}

/** Lists of places: every page costs the same. */
export function pricePlaces(pages: number, pageUsd: number): number {
  return roundUsd(Math.max(1, pages) * pageUsd);
}
