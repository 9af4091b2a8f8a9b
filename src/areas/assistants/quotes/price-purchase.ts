import { ToolRefusal, type Answer, type PurchaseRequest } from '#area/assistant-tool.ts';
import type { RequestContext } from '#context';

/** What a purchase costs at most, in USD. */
export interface Price {
  readonly costUsd: number;
  readonly monthlyCostUsd: number;
}

/**
 * Asks what a purchase would cost; nothing is spent.
 * @throws ToolRefusal for what the operation refuses, and for what a budget would
 */
export async function pricePurchase(ctx: Pick<RequestContext, 'invoke'>, { operation, params, body }: PurchaseRequest): Promise<Price> {
  const { estimate } = await send(ctx, { operation, params, body: { ...body, dry_run: true } });
  if (typeof estimate?.cost_usd !== 'number')
    throw new ToolRefusal(403, { message: 'What it would cost is not shown to this key, so nothing can be bought with it.' });
  if (estimate.refusal !== undefined)
    throw new ToolRefusal(402, {
      message: estimate.refusal.message,
      hint: 'Ask for fewer, or wait for the next period of the budget: spending says when it begins.',
    });
  return { costUsd: estimate.cost_usd, monthlyCostUsd: estimate.monthly_cost_usd ?? 0 };
}

interface Sent extends Pick<PurchaseRequest, 'operation' | 'body'> {
  readonly params?: PurchaseRequest['params'] | undefined;
  /** Makes it one purchase however often it is sent. */
  readonly once?: string;
}

/** @throws ToolRefusal for every status of 400 and above */
export async function send({ invoke }: Pick<RequestContext, 'invoke'>, { operation, params = {}, body, once }: Sent): Promise<Answer> {
  const headers = once === undefined ? {} : { 'idempotency-key': once };
  const { status, text, headers: answered } = await invoke(operation, { params, body, headers });
  const answer: Answer = text === '' ? {} : JSON.parse(text);
  if (status < 400) return answer;
  throw new ToolRefusal(status, answer, answered['retry-after'] === undefined ? undefined : Number(answered['retry-after']));
}
