import type { Estimate } from '#areas/costs/index.ts';
import { removeTokens } from '#purchases/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { invalid } from '#kernel/errors.ts';
import type { ProviderEndpoint } from '#providers/search-data/index.ts';
import { formatPlural } from '#kernel/text.ts';

export interface RelayInput {
  /** With or without `/v3`. */
  readonly endpoint: string;
  readonly payload: readonly Readonly<Record<string, unknown>>[];
}

type RelayContext = Pick<RequestContext, 'searchData' | 'caller' | 'requestId' | 'signal'>;

/**
 * Makes one call of the provider as an operator words it. Only
 * endpoints that the provider is known to have are called; budgets hold and the cost is booked. The
 * provider repeats addresses of deliveries: their tokens are taken out.
 * @throws AppError 400 for another endpoint, or a payload that it does not take
 * @throws BudgetExceededError | OutsideError
 */
export async function relayToProvider(ctx: RelayContext, input: RelayInput): Promise<{ answer: unknown; costUsd: number }> {
  const endpoint = getEndpoint(ctx, input);
  const scope = { source: 'api', runId: ctx.requestId, workflowType: 'debug', ...causeOf(ctx.caller) } as const;
  const { answer, costUsd } = await ctx.searchData.relay(endpoint, input.payload, scope, ctx.signal);
  return { answer: JSON.parse(removeTokens(JSON.stringify(answer))), costUsd };
}

/** What such a call would cost at most, without making it. */
export function estimateRelay(ctx: Pick<RelayContext, 'searchData'>, input: RelayInput): Estimate {
  const endpoint = getEndpoint(ctx, input);
  return { calls: 1, costUsd: ctx.searchData.estimateRelayUsd(endpoint, input.payload) };
}

function getEndpoint({ searchData }: Pick<RelayContext, 'searchData'>, { endpoint: address, payload }: RelayInput): ProviderEndpoint {
  const endpoint = searchData.findProviderEndpoint(address);
  const message = `must be an endpoint of ${searchData.provider.title} that this service knows`;
  if (endpoint === undefined) throw invalid([{ path: 'endpoint', message }]);
  const { method, tasksMax } = endpoint;
  if (method === 'POST' && payload.length === 0) throw invalid([{ path: 'payload', message: 'must hold at least one task' }]);
  if (payload.length > tasksMax) {
    const bound = `at most ${formatPlural(tasksMax, 'task')}`;
    throw invalid([{ path: 'payload', message: tasksMax === 0 ? 'must be empty for this endpoint' : `must hold ${bound}` }]);
  }
  return endpoint;
}
