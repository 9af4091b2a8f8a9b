import type { WorkflowContext } from '#context';
import { estimateFigures, getFigures } from '#areas/keywords/index.ts';
import type { HarvestWork, StepContext } from './harvest-work.ts';
import { fetchIntents } from './steps/fetch-intents.ts';
import { tryStep, type Outcome } from './steps/try-step.ts';
import type { PlannedMarket } from './plan/plan-harvest.ts';
import { listWithoutFigures, updateFigures } from './store/figures.ts';
import { assertAffordable } from './steps/assert-affordable.ts';

/** Calls whose answers are held in memory together. */
const CALLS_TOGETHER = 3;

/** The figures of what came without, market by market, then the intents of all. */
export async function askFacts(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const market of work.plan.markets)
    outcomes.push(await tryStep(ctx, 'fetchFigures', ({ signal }) => fetchFigures(ctx, work, { market, signal })));
  outcomes.push(await tryStep(ctx, 'fetchIntents', ({ signal }) => fetchIntents(ctx, work, signal)));
  return outcomes;
}

/**
 * Fills in the figures of what came without them, in as few calls as can be, and keeps them before it asks on.
 * @throws OutsideError | BudgetExceededError; what came before is kept
 */
async function fetchFigures(
  ctx: StepContext,
  work: HarvestWork,
  { market, signal }: { readonly market: PlannedMarket; readonly signal: AbortSignal },
): Promise<void> {
  const { order, scope } = work;
  const { locationCode, languageCode } = market;
  const scopeOfRows = { runId: order.id, market };
  const limit = ctx.searchData.keywordsPerCall(market.source) * CALLS_TOGETHER;
  for (;;) {
    const keywords = await listWithoutFigures(ctx.postgres, scopeOfRows, limit);
    if (keywords.length === 0) return;
    const question = { keywords, locationCode, languageCode, organizationId: order.organizationId };
    await assertAffordable(ctx, work, () => estimateFigures(ctx, question));
    const { figures, stoppedBy } = await getFigures(ctx, question, scope, { signal });
    await updateFigures(ctx.postgres, scopeOfRows, figures);
    if (stoppedBy !== undefined) throw stoppedBy;
    if (figures.size === 0) throw new Error('figures were asked for, and nothing was answered');
  }
}
