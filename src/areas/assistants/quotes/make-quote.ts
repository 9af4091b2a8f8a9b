import { ToolRefusal } from '#area/assistant-tool.ts';
import type { SpendTool } from '#area/spend-tool.ts';
import { listKeySpends } from '#areas/costs/index.ts';
import { requireRoom } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import type { AssistantLimits } from '#http/caller.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import { toQuoted } from '#area/tool-fields.ts';
import { countQuotes, deleteOldQuotes, insertQuote } from '../store.ts';
import { requireMonthlyRoom } from './monthly-room.ts';
import { pricePurchase } from './price-purchase.ts';
import type { Quote } from './quote.ts';

const GOOD_MS = 10 * MINUTE_MS;
/** People are not always there. */
const APPROVABLE_MS = DAY_MS;
const KEPT_MS = 30 * DAY_MS;
const QUOTES_MAX = 1_000;

/** What a quote is made of. */
export interface Wanted {
  readonly tool: SpendTool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly limits: AssistantLimits;
}

/**
 * Says what a purchase costs at most, and keeps it as a quote. Nothing is bought.
 * @throws ToolRefusal when the operation, a budget or the limit of the key would refuse it
 */
export async function makeQuote(
  ctx: RequestContext,
  { tool, input, limits }: Wanted,
): Promise<{ readonly quote: Quote; readonly leftUsd: number }> {
  const request = tool.purchase(input as never);
  const price = await pricePurchase(ctx, request);
  const leftUsd = await findLeft(ctx, limits);
  if (price.costUsd > leftUsd)
    throw new ToolRefusal(402, {
      message: `It costs up to ${price.costUsd} USD, and of the ${limits.monthlyUsd} USD that this key may spend in a month ${leftUsd} are left.`,
      hint: 'Ask for fewer, or ask the person for a higher limit.',
    });
  await requireMonthlyRoom(ctx, limits, price.monthlyCostUsd);
  const needsPerson = Math.max(price.costUsd, price.monthlyCostUsd) > limits.approvalAboveUsd;
  const now = new Date(ctx.clock.realNow());
  const quote: Quote = {
    id: newId('q_'),
    keyId: ctx.caller.id,
    organizationId: ctx.caller.organizationId ?? null,
    projectId: request.projectId ?? null,
    tool: tool.name,
    arguments: input,
    does: request.does,
    client: toQuoted(ctx.client.agent, 80),
    ...price,
    status: needsPerson ? 'awaiting' : 'open',
    decidedBy: null,
    decidedAt: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + (needsPerson ? APPROVABLE_MS : GOOD_MS)),
    boughtAt: null,
  };
  await keep(ctx, quote);
  return { quote, leftUsd };
}

async function keep({ postgres, caller }: RequestContext, quote: Quote): Promise<void> {
  await postgres.transaction(async (tx) => {
    await deleteOldQuotes(tx, quote.keyId, new Date(quote.createdAt.getTime() - KEPT_MS));
    await insertQuote(tx, quote);
    const owner = { id: caller.id, title: 'A key' };
    await requireRoom(tx, {
      things: 'quotes',
      owner,
      max: QUOTES_MAX,
      count: () => countQuotes(tx, quote.keyId),
      hint: 'Old ones go after 30 days, unless something costs each month by them.',
    });
  });
}

/** What is left of the month of the key, in USD. */
async function findLeft(ctx: RequestContext, { monthlyUsd }: AssistantLimits): Promise<number> {
  const spend = (await listKeySpends(ctx, [ctx.caller.id])).get(ctx.caller.id);
  const limit = spend?.limitUsd ?? monthlyUsd;
  return Math.max(0, Number((limit - (spend?.spentUsd ?? 0) - (spend?.reservedUsd ?? 0)).toFixed(6)));
}
