import type { WorkflowContext } from '#context';
import type { Cause } from '#kernel/spending/cause.ts';
import type { ResearchRun } from '../runs/research-run.ts';
import { completeKeywords } from './complete-keywords.ts';
import { askRanked, listReadings } from './ask-ranked.ts';
import { askSources } from './ask-sources.ts';
import { toOrder } from './harvest-order.ts';
import type { HarvestSummary } from './harvest-summary.ts';
import type { HarvestWork } from './harvest-work.ts';
import { planHarvest } from './plan/plan-harvest.ts';
import { listRankedMarkets } from './ranked-list.ts';
import { sumSpent } from './steps/assert-affordable.ts';
import { harvestLocations } from './steps/harvest-locations.ts';
import { judgeKeywords } from './steps/judge-keywords.ts';
import { sumUp } from './sum-up.ts';

/** In the ledger and in budgets by type of workflow. */
const WORKFLOW_TYPE = 'keyword-harvest';

/**
 * Everything from a confirmed run to its judged rows in `research_keywords`, in named steps, each of which keeps
 * its rows before it ends: a repeated one asks nothing twice. A source that fails, and a budget that is spent, are
 * entries in `errors`, and the harvest goes on with what there is.
 * @throws what the first source failed with, when all of them did
 */
export async function harvestKeywords(ctx: WorkflowContext, run: ResearchRun, cause: Cause = {}): Promise<HarvestSummary> {
  const order = toOrder(run);
  const { plan, spentBeforeUsd } = await ctx.step('planHarvest', async () => ({
    plan: planHarvest({ ...ctx, rankedMarkets: await listRankedMarkets(ctx, order) }, order),
    spentBeforeUsd: await sumSpent(ctx, order.id),
  }));
  const scope = {
    source: 'workflow',
    projectId: order.projectId ?? undefined,
    // What was spent before the confirmation counts in the same budget.
    runId: order.id,
    workflowType: WORKFLOW_TYPE,
    ...cause,
  } as const;
  const work: HarvestWork = { order, plan, scope, spentBeforeUsd };
  await ctx.waitUntil(() => ctx.outbox.findRoom());
  const ranked = await askRanked(ctx, work);
  const sources = await askSources(ctx, work);
  await ctx.step('harvestPlaces', () => harvestLocations(ctx, work));
  const completed = await completeKeywords(ctx, work);
  await ctx.step('judgeKeywords', ({ signal }) => judgeKeywords(ctx, { ...work, ranked: listReadings(ranked) }, signal));
  return await ctx.step('countKeywords', () =>
    sumUp(ctx, { ...work, ranked: listReadings(ranked) }, [...ranked, ...sources, ...completed]),
  );
}
