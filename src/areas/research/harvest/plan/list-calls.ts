import { ONBOARD_ROWS_DEFAULT } from '#areas/domains/index.ts';
import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { LIST_ROWS_PER_CALL, type ListKind } from '#providers/search-data/lists.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { ideasPrompt } from '../ideas/ideas-prompt.ts';
import { listQuestions } from '../ideas/list-questions.ts';
import type { HarvestStep, PlannedCalls, PlannedMarket } from './plan-harvest.ts';
import type { RowShares } from './share-rows.ts';

type Prices = Pick<AppContext, 'searchData' | 'llm'>;

/** The calls of each step, at their highest price. */
export function listCalls(prices: Prices, order: HarvestOrder, markets: readonly PlannedMarket[]): PlannedCalls[] {
  const { searchData, llm } = prices;
  const ideas = listQuestions(order, markets).map(({ question }) => llm.estimateUsd(ideasPrompt, question));
  const texts = markets.reduce((sum, market) => sum + countTexts(market), 0);
  const intents = toSizes(texts, searchData.subjectsPerList('intents')).map((size) => searchData.estimateListUsd('intents', size));
  const ranked = markets.filter((market) => market.ranked === 'buy' && market.rows.total > 0);
  return [
    toCalls(
      'fetchRanked',
      ranked.map(() => searchData.estimateLinkCallUsd('ranked_keywords', ONBOARD_ROWS_DEFAULT.keywords)),
    ),
    toCalls(
      'harvestDomain',
      markets.flatMap((market) => priceList(prices, market, { kind: 'for_site', adsKind: 'ads_for_site', rows: 'domain' })),
    ),
    toCalls('harvestIdeas', ideas),
    toCalls(
      'harvestCategories',
      markets.flatMap((market) => priceList(prices, market, { kind: 'for_categories', rows: 'categories' })),
    ),
    toCalls(
      'harvestSeeds',
      markets.flatMap((market) => priceList(prices, market, { kind: 'ideas', adsKind: 'ads_related', rows: 'seeds' })),
    ),
    toCalls(
      'fetchFigures',
      markets.flatMap((market) => priceKeywordMetrics(prices, market)),
    ),
    toCalls('fetchIntents', intents),
  ];
}

/** Texts that are asked about: ideas with the name of a location are that location's alone, all others are shared. */
function countTexts({ rows, places }: PlannedMarket): number {
  return rows.total + rows.places * (places.length - 1);
}

interface PricedList {
  readonly kind: ListKind;
  /** Where the provider's own database does not reach; left out: there is none. */
  readonly adsKind?: ListKind;
  readonly rows: keyof RowShares;
}

/** The price of each page; a list of the ads planner comes whole. */
function priceList({ searchData }: Prices, { source, rows }: PlannedMarket, list: PricedList): number[] {
  const wanted = rows[list.rows];
  if (source === 'labs') return toSizes(wanted, LIST_ROWS_PER_CALL).map((size) => searchData.estimateListUsd(list.kind, size));
  return wanted === 0 || list.adsKind === undefined ? [] : [searchData.estimateListUsd(list.adsKind, wanted)];
}

/** What comes from no list of the provider has no metrics yet. */
function priceKeywordMetrics({ searchData }: Prices, { source, rows, places }: PlannedMarket): number[] {
  const sizes = toSizes(rows.ideas + rows.places * places.length, searchData.keywordsPerCall(source));
  return sizes.map((size) => searchData.estimateKeywordsUsd({ source, keywords: Array.from({ length: size }, () => '') }));
}

function toCalls(step: HarvestStep, costs: readonly number[]): PlannedCalls {
  return { step, calls: costs.length, costUsd: sumUsd(costs) };
}

/** @example toSizes(1_500, 1_000) // [1_000, 500] */
function toSizes(total: number, size: number): number[] {
  return Array.from({ length: Math.ceil(total / size) }, (_none, at) => Math.min(size, total - at * size));
}
