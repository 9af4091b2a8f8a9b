import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { invalid } from '#kernel/errors.ts';
import type { ProviderEndpoint } from '#providers/search-data/index.ts';

/** Short names of what is asked most. */
export const LINK_ENDPOINTS = [
  'summary',
  'backlinks',
  'referring_domains',
  'anchors',
  'history',
  'timeseries_summary',
  'timeseries_new_lost_summary',
  'bulk_ranks',
] as const;

export interface LinkRelayOrder {
  /** Normalized host. */
  readonly target: string;
  /** One of `LINK_ENDPOINTS`, or an address of the provider's index of links. */
  readonly endpoint: string;
  /** Rows of lists. */
  readonly limit: number;
}

type RelayContext = Pick<RequestContext, 'searchData' | 'caller' | 'requestId' | 'signal'>;

/**
 * Asks the provider's index of links about a target and gives the answer unchanged.
 * Budgets hold and the cost is booked.
 * @throws AppError 400 for another endpoint
 * @throws BudgetExceededError | OutsideError
 */
export async function relayLinks(ctx: RelayContext, order: LinkRelayOrder): Promise<{ answer: unknown; costUsd: number }> {
  const endpoint = getEndpoint(ctx, order);
  const scope = { source: 'api', runId: ctx.requestId, workflowType: 'debug', ...causeOf(ctx.caller) } as const;
  return await ctx.searchData.relay(endpoint, toPayload(endpoint, order), scope, ctx.signal);
}

/** What that would cost at most. */
export function estimateLinkRelay(ctx: Pick<RelayContext, 'searchData'>, order: LinkRelayOrder): Estimate {
  const endpoint = getEndpoint(ctx, order);
  return { calls: 1, costUsd: ctx.searchData.estimateRelayUsd(endpoint, toPayload(endpoint, order)) };
}

const FAMILY = '/v3/backlinks/';

function getEndpoint({ searchData }: Pick<RelayContext, 'searchData'>, { endpoint: name }: LinkRelayOrder): ProviderEndpoint {
  const isShort = LINK_ENDPOINTS.some((known) => known === name);
  const endpoint = searchData.findProviderEndpoint(isShort ? `${FAMILY}${name}/live` : name);
  if (endpoint?.path.startsWith(FAMILY) && (endpoint.kind === 'live' || endpoint.method === 'GET')) return endpoint;
  const message = `must be one of ${LINK_ENDPOINTS.join(', ')}, or a live endpoint of ${searchData.provider.title} under ${FAMILY}`;
  throw invalid([{ path: 'endpoint', message }]);
}

/** What the endpoints of the family want besides a target, by how their addresses begin. */
function toPayload({ path, method }: ProviderEndpoint, { target, limit }: LinkRelayOrder): Readonly<Record<string, unknown>>[] {
  if (method === 'GET') return [];
  const name = path.slice(FAMILY.length).split('/')[0] ?? '';
  const scale = { rank_scale: 'one_hundred' };
  if (name === 'bulk_ranks' || name === 'bulk_pages_summary') return [{ targets: [target], ...scale }];
  if (name.startsWith('bulk_')) return [{ targets: [target] }];
  if (name === 'timeseries_new_lost_summary') return [{ target }];
  const isList = name === 'backlinks' || name === 'referring_domains' || name === 'anchors';
  return [{ target, ...scale, ...(isList ? { limit } : {}) }];
}
