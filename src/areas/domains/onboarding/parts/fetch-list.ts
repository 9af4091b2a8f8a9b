import type { AppContext } from '#context';
import { isRetryable } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { KnownDomain } from '../../records/known-domain.ts';
import { advanceFetch, completeFetch, findFetch, type DomainFetch } from '../store/fetches.ts';
import { LIST_SOURCES, type ReadPage } from './list-sources.ts';
import { toPageEnd, nextPage, type PageStart } from './next-page.ts';
import { toFetchKey, type ListPart, type PlannedPart } from './plan-parts.ts';

/** A pause waits for the end of a step, and a step must stay far below its ten minutes. */
const PAGES_PER_STEP = 20;

export interface ListFetch {
  readonly domain: KnownDomain;
  readonly planned: PlannedPart & { readonly part: ListPart };
  readonly workflowId: string;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

type FetchContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData'>;

/**
 * Fetches the next pages of a list, at most twenty, each written in one transaction with the cursor where
 * the next one begins and with what it cost: after a crash the next run begins there. An answer that
 * came and was not committed is found by the next try in this process; after a crash its page
 * is asked and paid for again. The ledger then has both calls, each once, and the part's own cost has the
 * one whose rows were written.
 *
 * A page that fails after others came ends the step without an error: the next step asks for it again,
 * with tries of its own, so that a long list is not lost to the fourth failure of a hundred.
 * @returns whether the part is done
 */
export async function fetchList(ctx: FetchContext, fetch: ListFetch): Promise<boolean> {
  for (let pages = 0; pages < PAGES_PER_STEP; pages += 1) {
    const progress = await findOurs(ctx, fetch);
    if (progress.status === 'complete') return true;
    const start = nextPage(fetch.planned.part, progress);
    const page = await readPage(ctx, fetch, start).catch((error: unknown) => {
      if (pages === 0 || fetch.signal.aborted || !isRetryable(error)) throw error;
      return undefined;
    });
    if (page === undefined) return false;
    if (await writePage(ctx, fetch, { progress, start, page })) return true;
  }
  return false;
}

async function findOurs({ postgres }: FetchContext, { domain, planned, workflowId }: ListFetch): Promise<DomainFetch> {
  const found = await findFetch(postgres, toFetchKey(domain.id, planned));
  if (found?.workflowId === workflowId) return found;
  throw new OvertakenError(planned.part);
}

async function readPage(ctx: FetchContext, { domain, planned, scope, signal }: ListFetch, page: PageStart): Promise<ReadPage> {
  signal.throwIfAborted();
  return await LIST_SOURCES[planned.part].read(ctx, { domain, market: planned.market, page, scope, signal });
}

/** Returns whether it was the last page. */
async function writePage(
  { postgres, clock }: FetchContext,
  { domain, planned, workflowId, signal }: ListFetch,
  { progress, start, page }: { readonly progress: DomainFetch; readonly start: PageStart; readonly page: ReadPage },
): Promise<boolean> {
  const key = toFetchKey(domain.id, planned);
  const wanted = progress.rowsWanted ?? 0;
  const rows = Math.min(page.came, wanted - progress.rowsFetched);
  const end = toPageEnd({ part: planned.part, wanted, fetched: progress.rowsFetched + rows }, { ...page, limit: start.limit });
  await postgres.transaction(async (tx) => {
    // A step whose time is over may still be here, and the next try of it be reading the same page.
    signal.throwIfAborted();
    const now = clock.now();
    const { total: rowsTotal, nextToken, costUsd } = page;
    const isOurs = await advanceFetch(tx, key, { workflowId, at: progress.rowsFetched, rows, rowsTotal, nextToken, costUsd });
    if (!isOurs) throw new OvertakenError(planned.part);
    await page.write(tx, { rowsMax: rows, now });
    if (end.isLast) await completeFetch(tx, key, { isWhole: end.isWhole, now });
  });
  return end.isLast;
}

/** Another run fetches the part, or wrote this page; the next try reads the new state. */
class OvertakenError extends Error {
  constructor(part: string) {
    super(`another process fetches ${part} of the domain`);
    this.name = 'OvertakenError';
  }
}
