import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { LINK_ROWS_PER_CALL } from '#providers/search-data/links.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { sweepLost } from '../ingest/sweep-lost.ts';
import { insertOrganizationReader, insertReaders } from '../onboarding/store/readers.ts';
import { advanceFetch, beginFetch, completeFetch, findFetch, type FetchKey } from '../onboarding/store/fetches.ts';
import { ensureDomain } from '../records/ensure-domain.ts';
import { ingestKeywords } from './ingest-keywords.ts';
import type { Market } from './market.ts';

/** The most keywords of a site that are fetched while a request waits: one call. */
export const RANKED_ROWS_MAX = LINK_ROWS_PER_CALL;

export interface RankedFetch {
  /** Normalized. */
  readonly host: string;
  readonly market: Market;
  /** 1 to `RANKED_ROWS_MAX`. */
  readonly rows: number;
  /** Its organization has had the site fetched from now on. */
  readonly projectId: string | undefined;
  /** The same without a project; left out or null: none. */
  readonly organizationId?: string | null;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/**
 * Buys the first page of what a site ranks for in a market and stores it as an onboarding does, so that an onboarding
 * finds it there. One that is fetching the same list keeps it; the rows are stored all the same.
 * @returns what it cost, in USD
 * @throws BudgetExceededError | OutsideError
 */
export async function fetchRankedKeywords(
  { postgres, clock, searchData }: Pick<AppContext, 'postgres' | 'clock' | 'searchData'>,
  fetch: RankedFetch,
): Promise<number> {
  const { host, market, rows: limit, projectId, organizationId = null, scope, signal } = fetch;
  const beganAt = clock.now();
  const answer = await searchData.fetchRankedKeywords({ target: host, ...market, limit, offset: 0 }, scope, signal);
  await postgres.transaction(async (tx) => {
    const now = clock.now();
    const domain = await ensureDomain(tx, host, now);
    await ingestKeywords(tx, { domain, market, rows: answer.rows, now });
    await recordFetch(tx, { domainId: domain.id, part: 'keywords', market }, { ...answer, limit, beganAt, now });
    await insertReaders(tx, [{ domainId: domain.id, projectId }], now);
    if (organizationId !== null) await insertOrganizationReader(tx, { organizationId, domainId: domain.id, now });
  });
  return answer.costUsd;
}

interface FetchedPage {
  readonly came: number;
  readonly total: number | null;
  readonly costUsd: number;
  readonly limit: number;
  readonly beganAt: Date;
  readonly now: Date;
}

async function recordFetch(
  tx: Transaction,
  key: FetchKey & { readonly market: Market },
  { came, total, costUsd, limit, beganAt, now }: FetchedPage,
): Promise<void> {
  if ((await findFetch(tx, key))?.status === 'running') return;
  const isWhole = total === null ? came < limit : came >= total;
  await beginFetch(tx, key, { workflowId: null, rowsWanted: limit, now: beganAt });
  await advanceFetch(tx, key, { workflowId: null, at: 0, rows: came, rowsTotal: total, nextToken: null, costUsd });
  await completeFetch(tx, key, { isWhole, now });
  if (isWhole) await sweepLost(tx, { part: 'keywords', market: key.market, domainId: key.domainId, before: beganAt, now });
}
