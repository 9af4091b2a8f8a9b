import { acceptedContent, inputRequired, type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ToolRefusal } from '#area/assistant-tool.ts';
import type { SpendTool } from '#area/spend-tool.ts';
import { toInvalidInput } from '#area/tool-input.ts';
import type { RequestContext } from '#context';
import type { AssistantLimits } from '#http/caller.ts';
import { buyQuote, findGoodQuote } from '../quotes/buy-quote.ts';
import { makeQuote } from '../quotes/make-quote.ts';
import type { Quote } from '../quotes/quote.ts';
import { decideQuote } from '../store.ts';

/** What the client can do, and what its person answered. */
export interface Asking {
  /** It shows a form to its person. */
  readonly canAsk: boolean;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

interface SpendRequest {
  readonly tool: SpendTool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly asking: Asking;
}

type SpendAnswer = Record<string, unknown> | InputRequiredResult;
const Confirmation = z.object({ buy: z.boolean() });
const CONFIRM = 'confirm';

/** A quote for the first call; what was bought for the second one, which names it. */
export async function runSpendTool(ctx: RequestContext, { tool, input, asking }: SpendRequest): Promise<SpendAnswer> {
  const { quote_id: id, ...given } = input;
  const limits = ctx.caller.assistant;
  if (limits === undefined)
    throw new ToolRefusal(403, { message: 'This is for keys that were made for assistants, with a limit of their own.' });
  if (typeof id === 'string') return await buy(ctx, { tool, asking, limits, quote: await findGoodQuote(ctx, { tool, id, given }) });
  const wanted = tool.wanted.safeParse(given);
  if (!wanted.success)
    throw toInvalidInput(wanted.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'arguments', message })));
  const { quote, leftUsd } = await makeQuote(ctx, { tool, input: wanted.data, limits });
  return {
    ...toShown(quote),
    ...(quote.status === 'awaiting' ? toWaiting(ctx) : { status: 'quote' }),
    key_left_usd: leftUsd,
    next: { tool: tool.name, arguments: { quote_id: quote.id } },
  };
}

async function buy(
  ctx: RequestContext,
  { tool, asking, limits, quote }: Omit<SpendRequest, 'input'> & { readonly limits: AssistantLimits; readonly quote: Quote },
): Promise<SpendAnswer> {
  if (quote.status === 'awaiting') return { ...toShown(quote), ...toWaiting(ctx) };
  if (asking.canAsk && quote.status !== 'approved') {
    if (asking.answers === undefined) return askPerson(quote);
    if (acceptedContent(asking.answers as never, CONFIRM, Confirmation)?.buy !== true) {
      await decideQuote(ctx.postgres, { id: quote.id, status: 'declined', decidedBy: null, now: new Date(ctx.clock.realNow()) });
      return { ...toShown(quote), status: 'declined', hint: 'The person declined. Do not ask again unless they say so.' };
    }
  }
  const answer = await buyQuote(ctx, { tool, quote, limits });
  return { status: 'bought', quote_id: quote.id, does: quote.does, result: tool.present(answer) };
}

function toShown({ id, does, costUsd, monthlyCostUsd, expiresAt }: Quote) {
  return { quote_id: id, does, cost_usd_max: costUsd, monthly_cost_usd_max: monthlyCostUsd, expires_at: expiresAt.toISOString() };
}

function toWaiting({ consoleUrl }: RequestContext) {
  return {
    status: 'awaiting_approval',
    approve_at: `${consoleUrl()}/console/approvals`,
    hint: 'It is above what this key may buy alone. Ask the person to approve it in the console, then call again with quote_id.',
  };
}

function askPerson({ does, costUsd, monthlyCostUsd }: Quote): InputRequiredResult {
  const monthly = monthlyCostUsd > 0 ? `, and up to ${monthlyCostUsd} USD a month` : '';
  const message = `Sightline: ${does}. It costs up to ${costUsd} USD${monthly}. Buy it?`;
  return inputRequired({ inputRequests: { [CONFIRM]: inputRequired.elicit({ message, requestedSchema: Confirmation }) } });
}

export type SpendResult = CallToolResult | InputRequiredResult;
