import type { CategoryKeywordsRequest, DomainCategoriesRequest, IdeasRequest, ListMarket, ListPageRequest } from './lists.ts';
import type { KeywordsOfLanguage, KeywordsOfMarket, RelatedRequest, SiteKeywordsRequest, SuggestionsRequest } from './lists.ts';

type Task = Readonly<Record<string, unknown>>;

/** The same order at every page, which the provider's own order of equal rows is not. */
const MOST_SEARCHED_FIRST = { order_by: ['keyword_info.search_volume,desc', 'keyword,asc'] } as const;
/** Keywords that each depth reaches at most (`related_keywords`). */
const DEPTH_ROWS = [1, 8, 72, 584];

export function toSuggestionsTask({ keyword, withSeed = false, ...request }: SuggestionsRequest): Task {
  return { keyword, ...(withSeed ? { include_seed_keyword: true } : {}), ...toPageTask(request), ...MOST_SEARCHED_FIRST };
}

export function toIdeasTask({ keywords, ...request }: IdeasRequest): Task {
  return { keywords, ...toPageTask(request) };
}

/** As deep as the page needs. */
export function toRelatedTask(request: RelatedRequest): Task {
  if (request.source === 'google_ads') return { keywords: request.keywords, ...toMarket(request), sort_by: 'relevance' };
  const { keyword, limit, offset = 0 } = request;
  const depth = DEPTH_ROWS.findIndex((rows) => rows >= offset + limit);
  return { keyword, ...toPageTask(request), depth: depth === -1 ? DEPTH_ROWS.length : depth };
}

export function toSiteTask(request: SiteKeywordsRequest): Task {
  const { target } = request;
  // By default the planner reads one page of the site only.
  if (request.source === 'google_ads') return { target, target_type: 'site', ...toMarket(request), sort_by: 'search_volume' };
  return { target, include_subdomains: true, ...toPageTask(request), ...MOST_SEARCHED_FIRST };
}

/** By default the provider gives only keywords that are in all of the categories. */
export function toCategoriesTask({ categoryIds, ...request }: CategoryKeywordsRequest): Task {
  return { category_codes: categoryIds, category_intersection: false, ...toPageTask(request), ...MOST_SEARCHED_FIRST };
}

export function toKeywordCategoriesTask({ keywords, languageCode }: KeywordsOfLanguage): Task {
  return { keywords, language_code: languageCode };
}

export function toDomainCategoriesTask({ target, limit, ...market }: DomainCategoriesRequest): Task {
  return { target, ...toMarket(market), limit, include_subcategories: true };
}

export function toAiTask({ keywords, ...market }: KeywordsOfMarket): Task {
  return { keywords, ...toMarket(market) };
}

function toMarket({ locationCode, languageCode }: ListMarket): Task {
  return { location_code: locationCode, language_code: languageCode };
}

function toPageTask({ limit, offset = 0, withSerpInfo = false, withClickstream = false, ...market }: ListPageRequest): Task {
  return {
    ...toMarket(market),
    limit,
    ...(offset > 0 ? { offset } : {}),
    ...(withSerpInfo ? { include_serp_info: true } : {}),
    ...(withClickstream ? { include_clickstream_data: true } : {}),
  };
}
