import { invalid } from '#kernel/errors.ts';
import type { SerpRequest } from '#providers/search-data/index.ts';
import { escapeKeyword } from '../fields.ts';
import {
  countPages,
  estimateSearchUsd,
  LOCAL_FINDER_LIVE,
  LOCAL_FINDER_QUEUED,
  ORGANIC_LIVE,
  ORGANIC_QUEUED,
  type SerpPrice,
} from './prices.ts';

/** One way of the provider to read a result page. */
export interface SerpOperation {
  readonly path: string;
  readonly price: SerpPrice;
  readonly depthMax: number;
  /** Whether the operation reads page by page: a number of pages and a domain to stop at can be set. */
  readonly isPaged: boolean;
  /** Whether overviews that arrive after the page can be waited for. */
  readonly hasLateOverviews?: boolean;
  /** Parameters that are cut from the addresses of results, because they are not part of the page's address. */
  readonly removeFromUrl?: readonly string[];
}

type WhatToRead = Pick<SerpRequest, 'engine' | 'kind'>;

/** `live`: answered at once; `queue`: posted now, done later. */
export type SerpMode = 'live' | 'queue';

/** A function of the provider and what it is like in each mode. */
interface SerpFunction extends Pick<SerpOperation, 'isPaged' | 'hasLateOverviews' | 'removeFromUrl'> {
  readonly path: string;
  readonly modes: Readonly<Record<SerpMode, Pick<SerpOperation, 'price' | 'depthMax'>>>;
}

const ORGANIC_MODES = { live: { price: ORGANIC_LIVE, depthMax: 200 }, queue: { price: ORGANIC_QUEUED, depthMax: 700 } };

const FUNCTIONS: Readonly<Record<string, SerpFunction>> = {
  'engine_a/organic': {
    path: '/v3/serp/google/organic',
    isPaged: true,
    hasLateOverviews: true,
    removeFromUrl: ['srsltid'],
    modes: ORGANIC_MODES,
  },
  'engine_b/organic': { path: '/v3/serp/bing/organic', isPaged: true, modes: ORGANIC_MODES },
  'engine_a/local': {
    path: '/v3/serp/google/local_finder',
    isPaged: false,
    // Queued: 350 on mobile, 500 on desktop.
    modes: { live: { price: LOCAL_FINDER_LIVE, depthMax: 100 }, queue: { price: LOCAL_FINDER_QUEUED, depthMax: 350 } },
  },
};

const PATH_OF_MODE: Readonly<Record<SerpMode, string>> = { live: '/live/advanced', queue: '/task_post' };

const STOPS_MAX = 10;

/** How the provider reads what is asked for; `undefined`: not at all. */
export function findSerpOperation({ engine, kind }: WhatToRead, mode: SerpMode): SerpOperation | undefined {
  const found = FUNCTIONS[`${engine}/${kind}`];
  if (found === undefined) return undefined;
  const { path, modes, ...same } = found;
  return { ...same, ...modes[mode], path: path + PATH_OF_MODE[mode] };
}

/** @throws AppError 400 when the provider does not read it */
export function requireSerpOperation(what: WhatToRead, mode: SerpMode): SerpOperation {
  const operation = findSerpOperation(what, mode);
  if (operation === undefined) throw invalid([{ path: 'engine', message: `${what.engine} has no ${what.kind} results` }]);
  return operation;
}

/**
 * Where the answer of a queued task is collected.
 * @throws AppError 400 when the provider does not read such pages
 */
export function toSerpTaskEndpoint(what: WhatToRead, taskId: string): string {
  const path = FUNCTIONS[`${what.engine}/${what.kind}`]?.path ?? requireSerpOperation(what, 'queue').path;
  return `${path}/task_get/advanced/${taskId}`;
}

/** The most that reading costs, at normal priority. */
export function estimateUsd(operation: SerpOperation, request: SerpRequest): number {
  return estimateSearchUsd(operation.price, {
    ...request,
    depth: Math.min(request.depth, operation.depthMax),
    loadsOverview: loadsOverview(operation, request),
  });
}

function loadsOverview({ hasLateOverviews = false }: SerpOperation, request: Pick<SerpRequest, 'loadsOverview'>): boolean {
  return hasLateOverviews && request.loadsOverview === true;
}

/**
 * The task as the provider wants it. The number of pages is always given: without it one engine
 * reads a single page, and no check can cost more than was reserved for it.
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
    ...(loadsOverview(operation, request) ? { load_async_ai_overview: true } : {}),
    ...(operation.removeFromUrl ? { remove_from_url: operation.removeFromUrl } : {}),
    tag,
  };
}
