import { sumRunCosts } from '#areas/costs/index.ts';
import type { WorkflowContext } from '#context';
import { BudgetExceededError, messageOf } from '#kernel/errors.ts';
import { LIST_ROWS_PER_CALL } from '#providers/search-data/lists.ts';
import type { StepScope } from '#workflows/define.ts';
import type { ResearchRun, RunProblem } from '../runs/research-run.ts';
import { toOrder } from './harvest-order.ts';
import type { HarvestSummary } from './harvest-summary.ts';
import type { HarvestWork } from './harvest-work.ts';
import { planHarvest, type PlannedMarket } from './plan/plan-harvest.ts';
import { passOn } from './plan/share-rows.ts';
import { countKeywords } from './store/counts.ts';
import { fetchFigures } from './steps/fetch-figures.ts';
import { fetchIntents } from './steps/fetch-intents.ts';
import { harvestIdeas } from './steps/harvest-ideas.ts';
import { harvestList } from './steps/harvest-list.ts';
import { harvestPlaces } from './steps/harvest-places.ts';
import { judgeKeywords } from './steps/judge-keywords.ts';
import { DOMAIN_SOURCE, IDEA_SOURCES, type ListSource } from './steps/list-sources.ts';

/** In the ledger and in budgets by type of workflow. */
const WORKFLOW_TYPE = 'keyword-harvest';

/** How one step ended. */
interface Outcome<Result = unknown> {
  readonly step: string;
  /** Undefined: it failed. */
  readonly result: Result | undefined;
  readonly error: unknown;
}

/**
 * Everything from a confirmed run to its judged rows in `research_keywords`, in named steps, each of which keeps
 * its rows before it ends: a repeated one asks nothing twice. A source that fails, and a budget that is spent, are
 * entries in `errors`, and the harvest goes on with what there is.
 * @throws what the first source failed with, when all of them did
 */
export async function harvestKeywords(ctx: WorkflowContext, run: ResearchRun): Promise<HarvestSummary> {
  const order = toOrder(run);
  const plan = await ctx.step('planHarvest', () => Promise.resolve(planHarvest(ctx, order)));
  const scope = {
    source: 'workflow',
    projectId: order.projectId ?? undefined,
    runId: ctx.workflowId,
    workflowType: WORKFLOW_TYPE,
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

/** The model beside the provider's lists, of which the domain's comes first: what it leaves over goes to the others. */
async function askSources(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const isModelAsked = work.plan.calls.some(({ step }) => step === 'harvestIdeas');
  const [ideas, ...lists] = await Promise.all([isModelAsked ? askModel(ctx, work) : [], askLists(ctx, work)]);
  return [...ideas, ...lists.flat()];
}

async function askModel(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const step = 'harvestIdeas';
  const { result, error } = await tryStep(ctx, step, (tried) => harvestIdeas(ctx, work, tried));
  if (result === undefined) return [{ step, result, error }];
  const came = result.came === 0 ? [] : [{ step, result, error: undefined }];
  return [...came, ...result.problems.map((problem) => ({ step, result: undefined, error: new Error(problem) }))];
}

async function askLists(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const market of work.plan.markets) {
    const ask = (list: ListSource, { rows }: Pick<PlannedMarket, 'rows'>) =>
      tryStep(ctx, list.step, ({ signal }) => harvestList(ctx, work, { market: { ...market, rows }, list, signal }));
    const domain = market.rows.domain > 0 ? [await ask(DOMAIN_SOURCE, market)] : [];
    const rows = passOn(market.rows, domain[0]?.result ?? 0, LIST_ROWS_PER_CALL);
    // Started in one order, so that a replay numbers them alike.
    const ideas = await Promise.all(IDEA_SOURCES.filter(({ share }) => rows[share] > 0).map((list) => ask(list, { rows })));
    outcomes.push(...domain, ...ideas);
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

async function tryStep<Result>(ctx: WorkflowContext, step: string, work: (scope: StepScope) => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { step, result: await ctx.step(step, work), error: undefined };
  } catch (error) {
    return { step, result: undefined, error };
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
