import type {
  CategoryKeywordsRequest,
  DomainCategoriesRequest,
  IdeasRequest,
  ListMarket,
  ListPageRequest,
} from '#providers/search-data/lists.ts';
import type {
  KeywordsOfLanguage,
  KeywordsOfMarket,
  RelatedRequest,
  SiteKeywordsRequest,
  SuggestionsRequest,
} from '#providers/search-data/lists.ts';

type Task = Readonly<Record<string, unknown>>;

/** The provider's own orders, and the same at every page for rows that are equal by them. */
const MOST_SEARCHED_FIRST = { order_by: ['keyword_info.search_volume,desc', 'keyword,asc'] } as const;
const MOST_RELEVANT_FIRST = { order_by: ['relevance,desc', 'keyword_info.search_volume,desc', 'keyword,asc'] } as const;
const MOST_SEARCHED_RELATED_FIRST = { order_by: ['keyword_data.keyword_info.search_volume,desc', 'keyword_data.keyword,asc'] } as const;
/** Keywords that the depths from 1 to 4 reach at most (`related_keywords`). */
const DEPTH_ROWS = [8, 72, 584, 4_680];

export function toSuggestionsTask({ keyword, withSeed = false, ...request }: SuggestionsRequest): Task {
  return { keyword, ...(withSeed ? { include_seed_keyword: true } : {}), ...toPageTask(request), ...MOST_SEARCHED_FIRST };
}

export function toIdeasTask({ keywords, ...request }: IdeasRequest): Task {
  return { keywords, ...toPageTask(request), ...MOST_RELEVANT_FIRST };
}

/** As deep as the page needs. */
export function toRelatedTask(request: RelatedRequest): Task {
  if (request.source === 'google_ads') return { keywords: request.keywords, ...toMarket(request), sort_by: 'relevance' };
  const { keyword, limit, offset = 0 } = request;
  const depth = 1 + DEPTH_ROWS.filter((rows) => rows < offset + limit).length;
  return { keyword, ...toPageTask(request), depth: Math.min(depth, DEPTH_ROWS.length), ...MOST_SEARCHED_RELATED_FIRST };
}

export function toSiteTask(request: SiteKeywordsRequest): Task {
  const { target } = request;
  // By default the planner reads one page of the site only.
  if (request.source === 'google_ads') return { target, target_type: 'site', ...toMarket(request), sort_by: 'relevance' };
  return { target, include_subdomains: true, ...toPageTask(request), ...MOST_RELEVANT_FIRST };
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

/** Keywords in a location and language. */
export function toMarketTask({ keywords, ...market }: KeywordsOfMarket): Task {
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
