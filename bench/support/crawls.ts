import type { CrawlCall } from './bare-crawl.ts';

/** As fast as the sandbox answers. */
export const NO_DELAYS = {
  STORE_A_DELAY_SECONDS: '0',
  STORE_B_DELAY_SECONDS: '0',
  STORE_A_PAGE_DELAY_MS: '0-0',
  STORE_A_PAGE_JITTER_MS: '0',
  STORE_A_LOOKUP_DELAY_MS: '0',
  STORE_A_LOOKUP_PER_SECOND: '1000',
} as const;

export const PAGES_HOST = 'apps.apple.com';
export const LOOKUP_HOST = 'itunes.apple.com';

export interface StoreCall extends CrawlCall {
  /** Real time of its arrival, epoch milliseconds. */
  readonly ts: number;
}

/** The requests for pages and records of `store_a` that the sandbox got since, in their order. */
export async function listStoreCalls(sandboxUrl: string, since: number): Promise<StoreCall[]> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/calls?since=${since}`);
  const { entries } = (await answer.json()) as { entries: StoreCall[] };
  return entries.filter(({ host, path }) => [PAGES_HOST, LOOKUP_HOST].includes(hostOf(host)) && path !== '/robots.txt');
}

export function hostOf(host: string): string {
  return host.split(':')[0] ?? '';
}

/** Categories of `store_a` with a chart, in the order of the catalogue. */
export const CATEGORIES = ['6000', '6002', '6003', '6005', '6007', '6008', '6011', '6012', '6015', '6016'] as const;

export interface CrawlOrder {
  readonly storefront: string;
  readonly categories: readonly string[];
  readonly limit: number;
}

/** The body that starts a crawl which reads the pages of listed apps, and those of the apps that are similar to them. */
export function toCrawlBody({ storefront, categories, limit }: CrawlOrder): object {
  return { platform: 'store_a', related_app_depth: 1, storefront, category_ids: categories, limit };
}
