import { estimateKeywordAttributes, getKeywordAttributes } from '#areas/keywords/index.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import { listWithoutIntents, updateIntents } from '../store/intents.ts';
import { assertAffordable } from './assert-affordable.ts';

const CALLS_TOGETHER = 2;

/**
 * Fills in how probable each intent is, for each text once, whatever its locations: the provider recognizes the language.
 * @throws OutsideError | BudgetExceededError; what came before is kept
 */
export async function fetchIntents(ctx: StepContext, work: HarvestWork, signal: AbortSignal): Promise<void> {
  const { order, plan, scope } = work;
  const [market] = plan.markets;
  if (market === undefined) return;
  const limit = ctx.searchData.subjectsPerList('intents') * CALLS_TOGETHER;
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
