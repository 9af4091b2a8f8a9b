import type { AppContext } from '#context';
import type { HarvestOrder } from './harvest-order.ts';
import { planHarvest, type HarvestPlan } from './plan/plan-harvest.ts';

/** What a harvest takes at most. What was asked within a day is answered from the store and costs nothing. */
export interface HarvestEstimate extends Pick<HarvestPlan, 'calls' | 'keywordsMax' | 'callsMax' | 'costUsdMax'> {
  /** Whether fewer keywords are harvested than asked for, because of what they may cost. */
  readonly isCutByCost: boolean;
}

/** Says before the confirmation what it leads to. */
export function estimateHarvest(ctx: Pick<AppContext, 'searchData' | 'llm'>, order: HarvestOrder): HarvestEstimate {
  const { calls, keywordsMax, callsMax, costUsdMax } = planHarvest(ctx, order);
  const { limits, markets } = order.confirmation;
  return { calls, keywordsMax, callsMax, costUsdMax, isCutByCost: limits.keywordsMax - keywordsMax >= Math.max(1, markets.length) };
}
