import { findCountryCode } from '#areas/projects/index.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { FetchOptions, MonthlySearches, SearchData } from '#providers/search-data/index.ts';
import type { AiVolume, ByKeyword, IntentChance, KeywordsOfMarket, ListAnswer, ListMarket } from '#providers/search-data/lists.ts';

/** What the provider knows of a keyword beside its metrics. */
export interface AttributeValues {
  /** Numbers of categories, ancestors included. */
  readonly categories_for_keywords: readonly number[];
  /** Most probable first. */
  readonly intents: readonly IntentChance[];
  readonly ai_volumes: AiVolume;
  /** Newest first. */
  readonly history: readonly MonthlySearches[];
}
export type AttributeKind = keyof AttributeValues;

interface AttributeSource<Value> {
  /** What of the location makes a difference. */
  readonly toLocationParts: (market: ListMarket) => readonly (string | number)[];
  readonly takes: (searchData: SearchData, keyword: string) => boolean;
  readonly fetch: (
    searchData: SearchData,
    request: KeywordsOfMarket,
    scope: SpendScope,
    options: FetchOptions<ListAnswer<ByKeyword<Value>>>,
  ) => Promise<ListAnswer<ByKeyword<Value>>>;
}

const AI_LENGTH_MAX = 250;

function toCountry({ locationCode }: Pick<ListMarket, 'locationCode'>): number {
  return findCountryCode(locationCode) ?? locationCode;
}

export const ATTRIBUTES: { readonly [Kind in AttributeKind]: AttributeSource<AttributeValues[Kind]> } = {
  categories_for_keywords: {
    toLocationParts: ({ languageCode }) => [languageCode],
    takes: (searchData, keyword) => searchData.takesKeyword(keyword),
    fetch: (searchData, { keywords, languageCode }, ...rest) => searchData.fetchCategoriesForKeywords({ keywords, languageCode }, ...rest),
  },
  intents: {
    toLocationParts: () => [],
    takes: (searchData, keyword) => searchData.takesKeyword(keyword),
    fetch: (searchData, { keywords }, ...rest) => searchData.fetchIntents({ keywords }, ...rest),
  },
  ai_volumes: {
    toLocationParts: (market) => [toCountry(market), market.languageCode],
    takes: (_searchData, keyword) => keyword.length <= AI_LENGTH_MAX,
    fetch: (searchData, { keywords, ...market }, ...rest) =>
      searchData.fetchAiVolumes({ keywords, locationCode: toCountry(market), languageCode: market.languageCode }, ...rest),
  },
  history: {
    toLocationParts: (market) => [toCountry(market), market.languageCode],
    takes: (searchData, keyword) => searchData.takesKeyword(keyword),
    fetch: (searchData, { keywords, ...market }, ...rest) =>
      searchData.fetchKeywordHistory({ keywords, locationCode: toCountry(market), languageCode: market.languageCode }, ...rest),
  },
};
