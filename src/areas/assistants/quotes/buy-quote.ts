import { ToolRefusal, type Answer } from '#area/assistant-tool.ts';
import type { SpendTool } from '#area/spend-tool.ts';
import type { RequestContext } from '#context';
import type { AssistantLimits } from '#http/caller.ts';
import { claimQuote, findQuote, settleQuote } from '../store.ts';
import { requireMonthlyRoom } from './monthly-room.ts';
import { pricePurchase, send } from './price-purchase.ts';
import { toCanonical, type Quote } from './quote.ts';

/** Said where a quote cannot be bought. */
const AGAIN = 'Call the tool with its arguments and without quote_id for a new quote.';

/**
 * The quote that a call names, which may be bought now or once a person has approved it.
 * @param given further arguments of the call, which must be those of the quote
 * @throws ToolRefusal for one that is unknown, another's, of another tool, changed, used or over
 */
export async function findGoodQuote(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock'>,
  { tool, id, given }: { readonly tool: SpendTool; readonly id: string; readonly given: Readonly<Record<string, unknown>> },
): Promise<Quote> {
  const quote = await findQuote(ctx.postgres, id);
  if (quote === undefined || quote.keyId !== ctx.caller.id || quote.tool !== tool.name)
    throw refusal(404, 'quote_unknown', 'There is no such quote of this key for this tool.');
  if (Object.keys(given).length > 0 && toCanonical(tool.wanted.safeParse(given).data) !== toCanonical(quote.arguments))
    throw refusal(409, 'quote_changed', 'The arguments are not those of the quote.');
  if (quote.status === 'bought' || quote.status === 'buying')
    throw refusal(409, 'quote_used', 'This quote was bought already. work_status and spending say what became of it.');
  if (quote.status === 'declined') throw refusal(403, 'quote_declined', 'A person declined this. Do not ask again unless they say so.');
  if (quote.status === 'refused') throw refusal(409, 'quote_used', 'What this quote was for was refused when it was bought.');
  if (quote.expiresAt.getTime() <= ctx.clock.realNow()) throw refusal(409, 'quote_expired', 'This quote is over.');
  return quote;
}

interface Purchase {
  readonly tool: SpendTool;
  readonly quote: Quote;
  readonly limits: AssistantLimits;
}

/**
 * Buys by a quote, once over all processes: at the price of the quote at most, and under the quote's id as `Idempotency-Key`.
 * @throws ToolRefusal when another call was first, the price has risen, or the operation refuses it
 */
export async function buyQuote(ctx: RequestContext, { tool, quote, limits }: Purchase): Promise<Answer> {
  const { postgres, clock } = ctx;
  const request = tool.purchase(quote.arguments as never);
  if (!(await claimQuote(postgres, quote.id, new Date(clock.realNow()))))
    throw refusal(409, 'quote_used', 'Another call has bought this quote, or it is over.');
  try {
    const { costUsd, monthlyCostUsd } = await pricePurchase(ctx, request);
    if (costUsd > quote.costUsd || monthlyCostUsd > quote.monthlyCostUsd)
      throw refusal(409, 'price_changed', 'It costs more by now than the quote says.');
    // What this quote adds is counted by now, and so is what other calls are buying.
    await requireMonthlyRoom(ctx, limits, 0);
    const answer = await send(ctx, { ...request, once: quote.id });
    await settleQuote(postgres, quote.id, { status: 'bought', now: new Date(clock.realNow()) });
    return answer;
  } catch (error) {
    // What failed for the moment can be tried again: nothing was bought, or the same key finds what was.
    const isPassing = !(error instanceof ToolRefusal) || error.status === 429 || error.status >= 500;
    await settleQuote(postgres, quote.id, { status: isPassing ? quote.status : 'refused', now: new Date(clock.realNow()) });
    throw error;
  }
}

function refusal(status: number, code: string, message: string): ToolRefusal {
  return new ToolRefusal(status, { code, message, hint: AGAIN });
}
