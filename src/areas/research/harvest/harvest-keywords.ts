import { sumRunCosts } from '#areas/costs/index.ts';
import type { WorkflowContext } from '#context';
import { BudgetExceededError, messageOf } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { StepScope } from '#workflows/define.ts';
import type { ResearchRun, RunProblem } from '../runs/research-run.ts';
import { toOrder } from './harvest-order.ts';
import type { HarvestSummary } from './harvest-summary.ts';
import type { HarvestWork } from './harvest-work.ts';
import { planHarvest } from './plan/plan-harvest.ts';
import { countKeywords } from './store/counts.ts';
import { fetchFigures } from './steps/fetch-figures.ts';
import { fetchIntents } from './steps/fetch-intents.ts';
import { harvestIdeas } from './steps/harvest-ideas.ts';
import { harvestList } from './steps/harvest-list.ts';
import { harvestPlaces } from './steps/harvest-places.ts';
import { judgeKeywords } from './steps/judge-keywords.ts';
import { LIST_SOURCES } from './steps/list-sources.ts';

/** In the ledger and in budgets by type of workflow. */
const WORKFLOW_TYPE = 'keyword-harvest';

/** How one step ended. */
interface Outcome {
  readonly step: string;
  /** Undefined: it did what it is for. */
  readonly error: unknown;
}

/**
 * Everything from a confirmed run to its judged rows in `research_keywords`, in named steps, each of which keeps
 * its rows before it ends: a repeated one asks nothing twice. A source that fails, and a budget that is spent, are
 * entries in `errors`, and the harvest goes on with what there is.
 * @throws what the first source failed with, when all of them did
 */
export async function harvestKeywords(
  ctx: WorkflowContext,
  run: ResearchRun,
  { apiKeyId }: Pick<SpendScope, 'apiKeyId'> = {},
): Promise<HarvestSummary> {
  const order = toOrder(run);
  const plan = await ctx.step('planHarvest', () => Promise.resolve(planHarvest(ctx, order)));
  const scope = {
    source: 'workflow',
    projectId: order.projectId ?? undefined,
    // What was spent before the confirmation counts in the same caps.
    runId: order.id,
    workflowType: WORKFLOW_TYPE,
    apiKeyId,
  } as const;
  const work: HarvestWork = { order, plan, scope };
  await ctx.waitUntil(() => ctx.outbox.findRoom());
  const sources = await askSources(ctx, work);
  if (sources.length > 0 && sources.every(({ error }) => error !== undefined && !(error instanceof BudgetExceededError)))
    throw sources[0]?.error;
  await ctx.step('harvestPlaces', () => harvestPlaces(ctx, work));
  const facts = await askFacts(ctx, work);
  await ctx.step('judgeKeywords', ({ signal }) => judgeKeywords(ctx, work, signal));
  return await ctx.step('countKeywords', () => sumUp(ctx, work, [...sources, ...facts]));
}

/** All sources of a market together, as none waits for another; started in one order, so that a replay numbers them alike. */
async function askSources(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const { plan } = work;
  const outcomes: Outcome[] = [];
  const hasIdeas = plan.calls.some(({ step }) => step === 'harvestIdeas');
  if (hasIdeas) {
    const { problems, came } = await ctx.step('harvestIdeas', (tried) => harvestIdeas(ctx, work, tried));
    if (came > 0) outcomes.push({ step: 'harvestIdeas', error: undefined });
    outcomes.push(...problems.map((problem) => ({ step: 'harvestIdeas', error: new Error(problem) })));
  }
  for (const market of plan.markets) {
    const lists = LIST_SOURCES.filter(({ share }) => market.rows[share] > 0);
    const works = lists.map((list) => tryStep(ctx, list.step, ({ signal }) => harvestList(ctx, work, { market, list, signal })));
    outcomes.push(...(await Promise.all(works)));
  }
  return outcomes;
}

async function askFacts(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const market of work.plan.markets)
    outcomes.push(await tryStep(ctx, 'fetchFigures', ({ signal }) => fetchFigures(ctx, work, { market, signal })));
  outcomes.push(await tryStep(ctx, 'fetchIntents', ({ signal }) => fetchIntents(ctx, work, signal)));
  return outcomes;
}

async function tryStep(ctx: WorkflowContext, step: string, work: (scope: StepScope) => Promise<void>): Promise<Outcome> {
  try {
    await ctx.step(step, work);
    return { step, error: undefined };
  } catch (error) {
    return { step, error };
  }
}

async function sumUp(ctx: WorkflowContext, { order, plan, scope }: HarvestWork, outcomes: readonly Outcome[]): Promise<HarvestSummary> {
  const [counts, costs] = await Promise.all([countKeywords(ctx.postgres, order.id), sumRunCosts(ctx.postgres, [scope.runId])]);
  const errors = outcomes.flatMap(({ step, error }): RunProblem[] => (error === undefined ? [] : [{ step, message: messageOf(error) }]));
  const tooDear = { step: 'planHarvest', message: `not one keyword can be harvested for ${order.confirmation.limits.costUsdMax ?? 0} USD` };
  return {
    total: counts.total,
    kept: counts.kept,
    irrelevant: counts.irrelevant,
    sources: { domain_seed: counts.domainSeed, harvest_ai: counts.harvestAi },
    costUsd: costs.get(scope.runId) ?? 0,
    errors: plan.keywordsMax === 0 ? [tooDear, ...errors] : errors,
  };
}
