import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { LinkStatus } from '#providers/search-data/links.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { classifyReferringDomain } from '../queues.ts';
import { enqueueReferringClassification } from '../classification-queue/enqueue-referring-classification.ts';
import { ensureDomain } from '../records/ensure-domain.ts';
import { ingestReferringDomains } from './ingest-referring-domains.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { sweepLost } from '../ingest/sweep-lost.ts';
import { listUnclassified } from './store/referring-domains.ts';

/** A page of what the provider knows. */
export interface ReferringOrder {
  /** Normalized host. */
  readonly target: string;
  readonly limit: number;
  readonly offset: number;
  readonly status: LinkStatus;
  /** Only what came or went since. */
  readonly since: Date | undefined;
}

export interface FetchedReferring {
  readonly domain: KnownDomain;
  readonly fetched: number;
  readonly stored: number;
  /** Known ones that the provider no longer has; found only by a page that holds the whole list. */
  readonly lost: number;
  /** According to the provider; null: it does not say. */
  readonly total: number | null;
  /** Domains whose classification is asked for. */
  readonly queued: number;
  /** Whether a workflow of this version consumes them. */
  readonly isConsumed: boolean;
  readonly costUsd: number;
}

type FetchContext = Pick<RequestContext, 'postgres' | 'clock' | 'searchData' | 'workflows' | 'caller' | 'requestId' | 'signal'>;

/**
 * Reads one page of the domains that link to a target, stores it, and asks for the classification of
 * those that were not known, rows and messages in one transaction. A target without
 * a record gets one.
 * @throws BudgetExceededError | OutsideError
 */
export async function fetchReferringDomains(ctx: FetchContext, order: ReferringOrder): Promise<FetchedReferring> {
  const beganAt = ctx.clock.now();
  const { rows, total, costUsd } = await ctx.searchData.fetchReferringDomains(order, toScope(ctx), ctx.signal);
  const isEverything = isWholeList(order, rows.length, total);
  const written = await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now();
    const { id, domain } = await ensureDomain(tx, order.target, now);
    const { stored } = await ingestReferringDomains(tx, { domain: { id, domain }, rows, now });
    const lost = isEverything ? await sweepLost(tx, { part: 'referring_domains', domainId: id, before: beganAt, now }) : 0;
    const queued = await askForClassification(ctx, tx, { domain: { id, domain }, storedAt: now, limit: rows.length });
    return { domain: { id, domain }, stored, lost, queued };
  });
  return { ...written, fetched: rows.length, total, costUsd, isConsumed: ctx.workflows.isConsumed(classifyReferringDomain) };
}

/** What reading such a page would cost at most. */
export function estimateReferringFetch({ searchData }: Pick<FetchContext, 'searchData'>, { limit }: ReferringOrder): Estimate {
  return { calls: 1, costUsd: searchData.estimateLinkCallUsd('referring_domains', limit) };
}

function isWholeList({ status, since, offset }: ReferringOrder, rows: number, total: number | null): boolean {
  return status === 'live' && since === undefined && offset === 0 && rows > 0 && total !== null && rows >= total;
}

async function askForClassification(
  { workflows, requestId }: FetchContext,
  tx: Transaction,
  { domain, storedAt, limit }: { readonly domain: KnownDomain; readonly storedAt: Date; readonly limit: number },
): Promise<number> {
  const names = await listUnclassified(tx, domain.id, { storedAt, limit });
  await enqueueReferringClassification({ workflows }, tx, { runId: requestId, domain, names });
  return names.length;
}

function toScope({ caller, requestId }: Pick<FetchContext, 'caller' | 'requestId'>): SpendScope {
  return { source: 'api', runId: requestId, workflowType: 'referring-domains-fetch', ...causeOf(caller) };
}
