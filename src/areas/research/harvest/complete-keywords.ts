import type { WorkflowContext } from '#context';
import { estimateKeywordMetrics, getKeywordMetrics, estimateKeywordAttributes, getKeywordAttributes } from '#areas/keywords/index.ts';
import type { HarvestWork, StepContext } from './harvest-work.ts';
import { tryStep, type Outcome } from './steps/try-step.ts';
import type { PlannedMarket } from './plan/plan-harvest.ts';
import { listWithoutMetrics, updateMetrics } from './store/metrics.ts';
import { assertAffordable } from './steps/assert-affordable.ts';
import { listWithoutIntents, updateIntents } from './store/intents.ts';

/** Calls whose answers are held in memory together. */
const CALLS_TOGETHER = 3;

/** The metrics of what came without, market by market, then the intents of all. */
export async function completeKeywords(ctx: WorkflowContext, work: HarvestWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const market of work.plan.markets)
    outcomes.push(await tryStep(ctx, 'fetchFigures', ({ signal }) => fetchMissingMetrics(ctx, work, { market, signal })));
  outcomes.push(await tryStep(ctx, 'fetchIntents', ({ signal }) => fetchIntents(ctx, work, signal)));
  return outcomes;
}

/**
 * Fills in the metrics of what came without them, in as few calls as can be, and keeps them before it asks on.
 * @throws OutsideError | BudgetExceededError; what came before is kept
 */
async function fetchMissingMetrics(
  ctx: StepContext,
  work: HarvestWork,
  { market, signal }: { readonly market: PlannedMarket; readonly signal: AbortSignal },
): Promise<void> {
  const { order, scope } = work;
  const { locationCode, languageCode } = market;
  const scopeOfRows = { runId: order.id, market };
  const limit = ctx.searchData.keywordsPerCall(market.source) * CALLS_TOGETHER;
  for (;;) {
    const keywords = await listWithoutMetrics(ctx.postgres, scopeOfRows, limit);
    if (keywords.length === 0) return;
    const question = { keywords, locationCode, languageCode, organizationId: order.organizationId };
    await assertAffordable(ctx, work, () => estimateKeywordMetrics(ctx, question));
    const { metrics, stoppedBy } = await getKeywordMetrics(ctx, question, scope, { signal });
    await updateMetrics(ctx.postgres, scopeOfRows, metrics);
    if (stoppedBy !== undefined) throw stoppedBy;
    if (metrics.size === 0) throw new Error('figures were asked for, and nothing was answered');
  }
}

const INTENT_CALLS_TOGETHER = 2;

/**
 * Fills in how probable each intent is, for each text once, whatever its locations: the provider recognizes the language.
 * @throws OutsideError | BudgetExceededError; what came before is kept
 */
async function fetchIntents(ctx: StepContext, work: HarvestWork, signal: AbortSignal): Promise<void> {
  const { order, plan, scope } = work;
  const [market] = plan.markets;
  if (market === undefined) return;
  const limit = ctx.searchData.subjectsPerList('intents') * INTENT_CALLS_TOGETHER;
  for (;;) {
    const keywords = await listWithoutIntents(ctx.postgres, order.id, limit);
    if (keywords.length === 0) return;
    const { locationCode, languageCode } = market;
    const question = { kind: 'intents' as const, keywords, locationCode, languageCode, organizationId: order.organizationId };
    await assertAffordable(ctx, work, () => estimateKeywordAttributes(ctx, question));
    const { attributes, stoppedBy } = await getKeywordAttributes(ctx, question, scope, { signal });
    await updateIntents(ctx.postgres, order.id, attributes);
    if (stoppedBy !== undefined) throw stoppedBy;
    if (attributes.size === 0) throw new Error('intents were asked for, and nothing was answered');
  }
}
