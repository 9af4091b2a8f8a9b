import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { IDEAS_PER_ANSWER } from '../ideas/ideas-prompt.ts';
import { listLocationIdeas } from '../ideas/location-ideas.ts';
import { groupMarkets, type AskedMarket } from './group-markets.ts';
import { toMarketKey, type MarketKey } from '../ranked-list.ts';
import { listCalls } from './list-calls.ts';
import { listAskedCategories, listSeeds } from './seeds.ts';
import { shareRows, type RowShares } from './share-rows.ts';

export type HarvestStep =
  | 'fetchRanked'
  | 'harvestDomain'
  | 'harvestIdeas'
  | 'harvestCategories'
  | 'harvestSeeds'
  | 'fetchFigures'
  | 'fetchIntents';

/** A market, and the keywords that each source may give in it. */
export interface PlannedMarket extends AskedMarket {
  readonly rows: RowShares;
  /** Of what the site ranks for: `known` is there and costs nothing; `none`: the provider has no such list. */
  readonly ranked: 'known' | 'buy' | 'none';
}

/** Calls of one step, and what they cost at most. */
export interface PlannedCalls {
  readonly step: HarvestStep;
  readonly calls: number;
  readonly costUsd: number;
}

/** What a harvest asks at most, known before its first call. */
export interface HarvestPlan {
  readonly markets: readonly PlannedMarket[];
  /** Of the steps that call at all, in their order. */
  readonly calls: readonly PlannedCalls[];
  /** Rows over all locations: the limit of the confirmation, or what the most that it may cost buys. 0: not even one. */
  readonly keywordsMax: number;
  readonly callsMax: number;
  readonly costUsdMax: number;
}

interface PlanContext extends Pick<AppContext, 'searchData' | 'llm'> {
  /** Where the list of what the site ranks for is there. */
  readonly rankedMarkets: ReadonlySet<MarketKey>;
}

/** @param order its limits hold: where its keywords cost more than they may, fewer are planned */
export function planHarvest(ctx: PlanContext, order: HarvestOrder): HarvestPlan {
  const { keywordsMax, costUsdMax } = order.confirmation.limits;
  const whole = planRows(ctx, order, keywordsMax);
  if (costUsdMax === null || whole.costUsdMax <= costUsdMax) return whole;
  let [fits, exceeds] = [0, keywordsMax];
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (planRows(ctx, order, middle).costUsdMax <= costUsdMax) fits = middle;
    else exceeds = middle;
  }
  return planRows(ctx, order, fits);
}

function planRows(ctx: PlanContext, order: HarvestOrder, keywordsMax: number): HarvestPlan {
  const asked = groupMarkets(ctx.searchData, order.confirmation.markets);
  const locations = asked.reduce((sum, market) => sum + market.places.length, 0);
  const markets = asked.map((market) => ({
    ...market,
    rows: planMarket(ctx, order, market, Math.floor(keywordsMax / locations)),
    ranked: planRanked(ctx, market),
  }));
  const calls = listCalls(ctx, order, markets).filter((step) => step.calls > 0);
  return {
    markets,
    calls,
    keywordsMax: markets.reduce((sum, { rows, places: own }) => sum + rows.total * own.length, 0),
    callsMax: calls.reduce((sum, step) => sum + step.calls, 0),
    costUsdMax: sumUsd(calls.map(({ costUsd }) => costUsd)),
  };
}

function planRanked({ searchData, rankedMarkets }: PlanContext, market: AskedMarket): PlannedMarket['ranked'] {
  if (rankedMarkets.has(toMarketKey(market))) return 'known';
  return searchData.hasRankedKeywords(market.locationCode, market.languageCode) ? 'buy' : 'none';
}

function planMarket({ llm }: PlanContext, order: HarvestOrder, market: AskedMarket, keywordsMax: number): RowShares {
  const categories = listAskedCategories(order);
  const seeds = listSeeds(order);
  const isLocal = order.enrichment.businessType === 'local';
  return shareRows(keywordsMax, {
    modelIdeas: llm.isConfigured ? categories.length * IDEAS_PER_ANSWER : 0,
    placeIdeas: isLocal ? Math.max(0, ...market.places.map((place) => listLocationIdeas(seeds, place).length)) : 0,
    hasCategories: market.source === 'labs' && categories.some(({ id }) => id !== null),
    hasSeeds: seeds.length > 0,
  });
}
