import type {
  CategoryKeywordsRequest,
  DomainCategories,
  DomainCategoriesRequest,
  IdeasRequest,
  KeywordLists,
  KeywordRows,
  ListAnswer,
  ListKind,
  RelatedRequest,
  SiteKeywordsRequest,
  SuggestionsRequest,
} from '#providers/search-data/lists.ts';
import type { FetchOptions } from '#providers/search-data/index.ts';
import type { SpendScope } from '#providers/metering.ts';

/** What each kind of list is asked by, and what it holds. */
export interface KeptLists {
  readonly suggestions: { readonly request: SuggestionsRequest; readonly value: KeywordRows };
  readonly ideas: { readonly request: IdeasRequest; readonly value: KeywordRows };
  readonly related: { readonly request: RelatedRequest; readonly value: KeywordRows };
  readonly for_site: { readonly request: SiteKeywordsRequest; readonly value: KeywordRows };
  readonly for_categories: { readonly request: CategoryKeywordsRequest; readonly value: KeywordRows };
  readonly categories_for_domain: { readonly request: DomainCategoriesRequest; readonly value: DomainCategories };
}

export type KeptListKind = keyof KeptLists;

export type FetchList<Kind extends KeptListKind> = (
  request: KeptLists[Kind]['request'],
  scope: SpendScope,
  options: FetchOptions<ListAnswer<KeptLists[Kind]['value']>>,
) => Promise<ListAnswer<KeptLists[Kind]['value']>>;

/** How a list is fetched. */
export const FETCH_LIST: { readonly [Kind in KeptListKind]: (searchData: KeywordLists) => FetchList<Kind> } = {
  suggestions: (searchData) => searchData.fetchKeywordSuggestions,
  ideas: (searchData) => searchData.fetchKeywordIdeas,
  related: (searchData) => searchData.fetchRelatedKeywords,
  for_site: (searchData) => searchData.fetchKeywordsForSite,
  for_categories: (searchData) => searchData.fetchKeywordsForCategories,
  categories_for_domain: (searchData) => searchData.fetchCategoriesForDomain,
};

const PRICE_KINDS: Readonly<Partial<Record<KeptListKind, ListKind>>> = { related: 'ads_related', for_site: 'ads_for_site' };

/** What a list is priced as. */
export function toPriceKind(kind: KeptListKind, isOfAds: boolean): ListKind {
  return (isOfAds ? PRICE_KINDS[kind] : undefined) ?? kind;
}
