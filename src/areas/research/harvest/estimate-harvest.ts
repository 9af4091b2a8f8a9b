import type { RequestContext } from '#context';
import type { HarvestOrder } from './harvest-order.ts';
import { planHarvest, type HarvestPlan } from './plan/plan-harvest.ts';
import { listRankedMarkets } from './ranked-list.ts';

/** What a harvest takes at most. What was asked within a day is answered from the store and costs nothing. */
export interface HarvestEstimate extends Pick<HarvestPlan, 'calls' | 'keywordsMax' | 'callsMax' | 'costUsdMax'> {
  /** Whether fewer keywords are harvested than asked for, because of what they may cost. */
  readonly isCutByCost: boolean;
}

export type EstimateContext = Pick<RequestContext, 'searchData' | 'llm' | 'postgres' | 'config' | 'caller'>;

/** Says before the confirmation what it leads to. */
export async function estimateHarvest(ctx: EstimateContext, order: HarvestOrder): Promise<HarvestEstimate> {
  const { searchData, llm } = ctx;
  const rankedMarkets = await listRankedMarkets(ctx, order, ctx.caller);
  const { calls, keywordsMax, callsMax, costUsdMax } = planHarvest({ searchData, llm, rankedMarkets }, order);
  const { limits, markets } = order.confirmation;
  return { calls, keywordsMax, callsMax, costUsdMax, isCutByCost: limits.keywordsMax - keywordsMax >= Math.max(1, markets.length) };
}
