import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { isOpen } from '#workflows/types.ts';
import { toQueryId, type SerpCheck } from '../check.ts';
import { findCachedRuns } from './cached-runs.ts';
import { insertClaims, listHolders, moveClaims, type LivePage } from './store.ts';

type ClaimContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows'>;

export interface WantedPage {
  readonly check: SerpCheck;
  /** Wants the page also when it was read within the hour. */
  readonly force: boolean;
}

/** What becomes of a page that a workflow wants to read. */
export type Claim =
  /** It reads the page. */
  | { readonly state: 'mine' }
  /** Another workflow reads the page: wait for it, and claim once more. */
  | { readonly state: 'held'; readonly workflowId: string }
  /** The page was read within the hour. */
  | { readonly state: 'cached'; readonly runId: string };

/**
 * Decides which of some pages a workflow reads, over all processes: each page is read by one workflow at a
 * time, and one that was read within the hour by none. Doing it twice gives the same. `deleteClaims` ends it.
 * @param wanted no page twice
 */
export async function claimPages(ctx: ClaimContext, workflowId: string, wanted: readonly WantedPage[]): Promise<Claim[]> {
  const pages = wanted.map(({ check }) => toLivePage(check));
  const holders = await ctx.postgres.transaction(async (tx) => {
    await insertClaims(tx, workflowId, pages);
    const held = await listHolders(tx, pages);
    const others = new Set(held.map((page) => page.workflowId).filter((id) => id !== workflowId));
    const ended = await listEnded(ctx, tx, [...others]);
    if (ended.length === 0) return held;
    await moveClaims(tx, { from: ended, to: workflowId, pages });
    return await listHolders(tx, pages);
  });
  const byPage = new Map(holders.map((page) => [toPageKey(page), page.workflowId]));
  // Only now: a page that was released before it was claimed here is in the cache.
  const cached = await findCachedRuns(
    ctx,
    wanted.map(({ check }) => check),
  );
  return pages.map((page, at): Claim => {
    const run = cached[at];
    if (run !== undefined && wanted[at]?.force === false) return { state: 'cached', runId: run.id };
    const holder = byPage.get(toPageKey(page));
    return holder === undefined || holder === workflowId ? { state: 'mine' } : { state: 'held', workflowId: holder };
  });
}

export function toLivePage(check: SerpCheck): LivePage {
  return { queryId: toQueryId(check), depth: check.depth };
}

/** A page and its depth in one text. */
export function toPageKey({ queryId, depth }: LivePage): string {
  return `${queryId}/${depth}`;
}

/** A workflow that was terminated, or whose process died each time, leaves its claims behind. */
async function listEnded({ workflows }: ClaimContext, tx: Sql, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const statuses = await workflows.findStatuses(tx, ids);
  return ids.filter((id) => !isOpen(statuses.get(id)));
}
