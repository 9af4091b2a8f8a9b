import type { BudgetExceededError } from '#kernel/errors.ts';
import type { SpendScope } from '../metering.ts';

/** How the provider reads a page: as it is sent, with its scripts run, or that through more of its networks. */
export const PAGE_WAYS = ['plain', 'rendered', 'premium'] as const;
export type PageWay = (typeof PAGE_WAYS)[number];

/** A page as the provider parsed it. */
export interface ParsedPage {
  readonly status: number;
  /** What stands on the page, as plain HTML without a head. */
  readonly html: string;
}

/** What became of one address. */
export type ServicePage = { readonly url: string; readonly costUsd: number } & (
  | ({ readonly state: 'read' } & ParsedPage)
  | { readonly state: 'failed'; readonly reason: string }
  /** A budget had no room for it, and nothing was asked. */
  | { readonly state: 'refused'; readonly error: BudgetExceededError }
);

/** The provider's reader of pages. */
export interface PageService {
  /** Addresses that are asked for together. */
  readonly pagesPerBatch: number;
  /** What that costs at most, in calls and USD. */
  estimatePages(way: PageWay, pages: number): { readonly calls: number; readonly costUsd: number };
  /**
   * Has pages read, in as few calls as the provider allows; each address is reserved and booked on its own. What
   * fails is an outcome.
   * @returns in the order of the addresses
   */
  readPages(urls: readonly string[], way: PageWay, scope: SpendScope, signal?: AbortSignal): Promise<ServicePage[]>;
}
