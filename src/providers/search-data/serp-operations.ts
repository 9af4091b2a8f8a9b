import type { SerpRequest } from './index.ts';
import { countPages, LOCAL_FINDER_LIVE, ORGANIC_LIVE, type SerpPrice } from './prices.ts';

/** One way of the provider to read a result page. */
export interface SerpOperation {
  readonly path: string;
  readonly price: SerpPrice;
  readonly depthMax: number;
  /** Reads page by page: it can be told how many, and to stop where a domain was found. */
  readonly isPaged: boolean;
  /** Parameters that are cut from the addresses of results, because they are not part of the page's address. */
  readonly removeFromUrl?: readonly string[];
}

const OPERATIONS: Readonly<Record<string, SerpOperation>> = {
  'engine_a/organic': {
    path: '/v3/serp/google/organic/live/advanced',
    price: ORGANIC_LIVE,
    depthMax: 200,
    isPaged: true,
    removeFromUrl: ['srsltid'],
  },
  'engine_b/organic': { path: '/v3/serp/bing/organic/live/advanced', price: ORGANIC_LIVE, depthMax: 200, isPaged: true },
  'engine_a/local': { path: '/v3/serp/google/local_finder/live/advanced', price: LOCAL_FINDER_LIVE, depthMax: 100, isPaged: false },
};

const STOPS_MAX = 10;

/** How the provider reads what is asked for; `undefined`: not at all. */
export function findSerpOperation({ engine, kind }: Pick<SerpRequest, 'engine' | 'kind'>): SerpOperation | undefined {
  return OPERATIONS[`${engine}/${kind}`];
}

/**
 * The task as the provider wants it. The number of pages is always given: one engine reads a single
 * page unless told otherwise, and no check can then cost more than was reserved for it.
 */
export function toSerpTask(operation: SerpOperation, request: SerpRequest, tag: string): Record<string, unknown> {
  const depth = Math.min(request.depth, operation.depthMax);
  const { keyword, device, stopAtDomains = [] } = request;
  const stops = stopAtDomains.slice(0, STOPS_MAX).map((domain) => ({ match_value: domain, match_type: 'with_subdomains' }));
  return {
    keyword: escapeKeyword(keyword),
    location_code: request.locationCode,
    language_code: request.languageCode,
    device,
    depth,
    ...(operation.isPaged ? { max_crawl_pages: countPages(operation.price, { keyword, device, depth }) } : {}),
    ...(operation.isPaged && stops.length > 0 ? { stop_crawl_on_match: stops } : {}),
    ...(operation.removeFromUrl ? { remove_from_url: operation.removeFromUrl } : {}),
    tag,
  };
}

/** The provider decodes `%##` and `+` in keywords. */
function escapeKeyword(keyword: string): string {
  return keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
}
