import type { WorkflowContext } from '#context';
import type { HarvestWork } from './harvest-work.ts';
import { fetchFigures } from './steps/fetch-figures.ts';
import { fetchIntents } from './steps/fetch-intents.ts';
import { tryStep, type Outcome } from './steps/try-step.ts';

/** The figures of what came without, market by market, then the intents of all. */
export async function askFacts(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const market of work.plan.markets)
    outcomes.push(await tryStep(ctx, 'fetchFigures', ({ signal }) => fetchFigures(ctx, work, { market, signal })));
  outcomes.push(await tryStep(ctx, 'fetchIntents', ({ signal }) => fetchIntents(ctx, work, signal)));
  return outcomes;
}
