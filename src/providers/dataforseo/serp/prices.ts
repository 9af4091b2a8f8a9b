import { roundUsd } from '#kernel/money.ts';
import type { SerpPriority } from '#providers/search-data/index.ts';

/**
 * Prices in USD, for reserving money before a call; what is booked is the price in the answer.
 * A reservation must never be below the charge, so what may cost more is taken as costing more.
 */
export interface SerpPrice {
  readonly firstPageUsd: number;
  readonly nextPageUsd: number;
  readonly resultsPerPage: { readonly desktop: number; readonly mobile: number };
  /** Loading an AI overview that arrives after the page; refunded when there is none. Absent: it cannot be asked for. */
  readonly overviewUsd?: number;
}

/** Live, since 2025-09-19: each page of ten after the first at three quarters. */
export const ORGANIC_LIVE: SerpPrice = {
  firstPageUsd: 0.002,
  nextPageUsd: 0.0015,
  resultsPerPage: { desktop: 10, mobile: 10 },
  overviewUsd: 0.002,
};
export const LOCAL_FINDER_LIVE: SerpPrice = { firstPageUsd: 0.002, nextPageUsd: 0.002, resultsPerPage: { desktop: 20, mobile: 10 } };
/** Through the queue, at normal priority. */
export const ORGANIC_QUEUED: SerpPrice = {
  firstPageUsd: 0.0006,
  nextPageUsd: 0.00045,
  resultsPerPage: { desktop: 10, mobile: 10 },
  overviewUsd: 0.0006,
};
export const LOCAL_FINDER_QUEUED: SerpPrice = { firstPageUsd: 0.0006, nextPageUsd: 0.0006, resultsPerPage: { desktop: 20, mobile: 10 } };
/** Tasks of high priority cost double. */
const HIGH_PRIORITY_FACTOR = 2;

const OPERATOR_FACTOR = 5;
const OPERATOR =
  /(allinanchor|allintext|allintitle|allinurl|cache|define|definition|ext|filetype|id|inanchor|info|intext|intitle|inurl|link|related|site):/iu;

export interface PricedSearch {
  readonly keyword: string;
  readonly device: 'desktop' | 'mobile';
  /** Results to read. */
  readonly depth: number;
  readonly loadsOverview?: boolean | undefined;
}

/** Pages that are read, and charged, for a depth. */
export function countPages(price: SerpPrice, { device, depth }: PricedSearch): number {
  return Math.max(1, Math.ceil(depth / price.resultsPerPage[device]));
}

/** The most that a search can cost. Search operators such as `site:` make its pages five times dearer. */
export function estimateSearchUsd(price: SerpPrice, search: PricedSearch): number {
  const pagesUsd = price.firstPageUsd + (countPages(price, search) - 1) * price.nextPageUsd;
  const overviewUsd = search.loadsOverview === true ? (price.overviewUsd ?? 0) : 0;
  return roundUsd((OPERATOR.test(search.keyword) ? pagesUsd * OPERATOR_FACTOR : pagesUsd) + overviewUsd);
}

/** What high priority makes of a price. */
export function atPriority(usd: number, priority: SerpPriority): number {
  return priority === 'high' ? roundUsd(usd * HIGH_PRIORITY_FACTOR) : usd;
}
