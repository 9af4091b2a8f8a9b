import type { WorkflowContext } from '#context';
import { BudgetExceededError } from '#kernel/errors.ts';
import { LIST_ROWS_PER_CALL } from '#providers/search-data/lists.ts';
import type { HarvestWork } from './harvest-work.ts';
import type { PlannedMarket } from './plan/plan-harvest.ts';
import { passOn } from './plan/share-rows.ts';
import { harvestIdeas } from './steps/harvest-ideas.ts';
import { harvestList } from './steps/harvest-list.ts';
import { DOMAIN_SOURCE, IDEA_SOURCES, type ListSource } from './steps/list-sources.ts';
import { tryStep, type Outcome } from './steps/try-step.ts';

/**
 * The model beside the provider's lists, of which the domain's comes first: what it leaves over goes to the others.
 * @throws what the first source failed with, when all of them did; a budget without room is no failure
 */
export async function askSources(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const isModelAsked = work.plan.calls.some(({ step }) => step === 'harvestIdeas');
  const [ideas, lists] = await Promise.all([isModelAsked ? askModel(ctx, work) : [], askLists(ctx, work)]);
  const outcomes = [...lists, ...ideas];
  const failures = outcomes.filter(({ error }) => error !== undefined && !(error instanceof BudgetExceededError));
  const [first] = failures;
  if (first !== undefined && failures.length === outcomes.length) throw first.error;
  return outcomes;
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
