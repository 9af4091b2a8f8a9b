import { messageOf } from '#kernel/errors.ts';
import { roundUsd } from '#kernel/money.ts';
import type { RunProblem } from '../runs/research-run.ts';
import type { HarvestSummary } from './harvest-summary.ts';
import type { RankedWork, StepContext } from './harvest-work.ts';
import type { HarvestPlan } from './plan/plan-harvest.ts';
import type { RankedReading } from './ranked-list.ts';
import { countHarvestedKeywords } from './store/counts.ts';
import { sumSpent } from './steps/assert-affordable.ts';
import type { Outcome } from './steps/try-step.ts';

/** What became of a harvest, and what went wrong in it. */
export async function sumUp(
  ctx: Pick<StepContext, 'postgres'>,
  { order, plan, ranked, spentBeforeUsd }: RankedWork,
  outcomes: readonly Outcome[],
): Promise<HarvestSummary> {
  const [counts, spentUsd] = await Promise.all([countHarvestedKeywords(ctx.postgres, order.id), sumSpent(ctx, order.id)]);
  const errors = outcomes.flatMap(({ step, error }): RunProblem[] => (error === undefined ? [] : [{ step, message: messageOf(error) }]));
  const tooDear = { step: 'planHarvest', message: `not one keyword can be harvested for ${order.confirmation.limits.costUsdMax ?? 0} USD` };
  return {
    total: counts.total,
    kept: counts.kept,
    irrelevant: counts.irrelevant,
    sources: { domain_seed: counts.domainSeed, harvest_ai: counts.harvestAi },
    ranked: [...ranked, ...listNotOffered(plan)],
    costUsd: roundUsd(spentUsd - spentBeforeUsd),
    errors: plan.keywordsMax === 0 ? [tooDear, ...errors] : errors,
  };
}

function listNotOffered({ markets }: HarvestPlan): RankedReading[] {
  return markets
    .filter(({ ranked }) => ranked === 'none')
    .map(({ locationCode, languageCode }) => ({
      locationCode,
      languageCode,
      status: 'not_offered',
      rowsFetched: null,
      rowsTotal: null,
      fetchedAt: null,
    }));
}
