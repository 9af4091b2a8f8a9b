import { fetchRankedKeywords, insertReaders, listAllRankedSources, type RankedSource } from '#areas/domains/index.ts';
import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import { sumUsd } from '#kernel/money.ts';
import type { ComparedSites } from './choose-sites.ts';

/** What may be bought. */
export interface FetchOrder {
  /** Keywords of each site at most. */
  readonly rows: number;
  /** Also of sites that were fetched so many days ago; undefined: only of those that never were. */
  readonly ageDaysMax: number | undefined;
  /** Whose organization has had them fetched from now on. */
  readonly projectId: string | undefined;
}

export interface FetchResult {
  readonly costUsd: number;
  /** Why a site's keywords did not come, by host. */
  readonly errors: ReadonlyMap<string, string>;
}

type FetchContext = Pick<RequestContext, 'postgres' | 'clock' | 'searchData' | 'config' | 'caller' | 'requestId' | 'signal'>;

/** The sites whose keywords are to be bought: never fetched, failed, or too old. One that is being fetched is left to that. */
export function listMissing(sources: readonly RankedSource[], { ageDaysMax }: Pick<FetchOrder, 'ageDaysMax'>, now: Date): RankedSource[] {
  const isOld = ({ fetchedAt }: RankedSource): boolean =>
    ageDaysMax !== undefined && now.getTime() - (fetchedAt?.getTime() ?? 0) > ageDaysMax * DAY_MS;
  return sources.filter((source) => source.status !== 'fetching' && (!source.isKnown || isOld(source)));
}

/** What buying them would cost at most. */
export function estimateMissing(
  { searchData, clock }: Pick<FetchContext, 'searchData' | 'clock'>,
  sources: readonly RankedSource[],
  order: FetchOrder,
): Estimate {
  const calls = listMissing(sources, order, clock.now()).length;
  return { calls, costUsd: calls * searchData.estimateLinkCallUsd('ranked_keywords', order.rows) };
}

/**
 * Buys what is missing, all sites at once. Where paid answers are shared, what another organization has had fetched is
 * taken as it is. One site's failure leaves the others.
 * @throws BudgetExceededError | OutsideError when nothing came of what was asked for
 */
export async function fetchMissing(
  ctx: FetchContext,
  { sources, sites, order }: { readonly sources: readonly RankedSource[]; readonly sites: ComparedSites; readonly order: FetchOrder },
): Promise<FetchResult> {
  const missing = await takeShared(ctx, { missing: listMissing(sources, order, ctx.clock.now()), sites, order });
  const { market } = sites;
  const scope = {
    source: 'api',
    projectId: order.projectId,
    runId: ctx.requestId,
    workflowType: 'keyword-gap',
    ...causeOf(ctx.caller),
  } as const;
  const outcomes = await Promise.allSettled(
    missing.map(({ domain: host }) =>
      fetchRankedKeywords(ctx, { host, market, rows: order.rows, projectId: order.projectId, scope, signal: ctx.signal }),
    ),
  );
  const errors = new Map<string, string>();
  outcomes.forEach((outcome, at) => {
    if (outcome.status === 'rejected') errors.set(missing[at]?.domain ?? '', describe(outcome.reason));
  });
  const [first] = outcomes;
  if (first?.status === 'rejected' && errors.size === outcomes.length) throw first.reason;
  return { costUsd: sumUsd(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 0))), errors };
}

/** Records the organization as a reader of what is there already; returns what is not. */
async function takeShared(
  ctx: FetchContext,
  { missing, sites, order }: { readonly missing: readonly RankedSource[]; readonly sites: ComparedSites; readonly order: FetchOrder },
): Promise<readonly RankedSource[]> {
  if (ctx.config.shareCache !== 'service' || missing.length === 0) return missing;
  const all = await listAllRankedSources(ctx, { hosts: missing.map(({ domain }) => domain), market: sites.market, organizationId: null });
  const lacking = new Set(listMissing(all, order, ctx.clock.now()).map(({ domain }) => domain));
  const there = all.flatMap(({ domain, domainId }) =>
    domainId === null || lacking.has(domain) ? [] : [{ domainId, projectId: order.projectId }],
  );
  await insertReaders(ctx.postgres, there, ctx.clock.now());
  return missing.filter(({ domain }) => lacking.has(domain));
}

/** @throws what is neither a spent budget nor a failure outside */
function describe(error: unknown): string {
  if (error instanceof BudgetExceededError || error instanceof OutsideError) return error.message;
  throw error;
}
