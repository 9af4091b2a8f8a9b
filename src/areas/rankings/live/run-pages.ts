import type { WorkflowContext } from '#context';
import { BudgetExceededError, isRetryable, OutsideError } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import { toCause, type CarriedCause } from '#kernel/spending/cause.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { isUnstorable } from '../ingest/store/ingest.ts';
import { announceChecks } from '../ingest/announce-checks.ts';
import { recordFailureIn } from '../ingest/record-failure.ts';
import { ensureRunPartition, listCompletedRuns } from '../runs/store/runs.ts';
import { toLivePage, toPageKey, type Claim } from './claim-pages.ts';
import { SERP_PAGES, toLaterPagesId, toOutcome, type PageOrder, type PageOutcome } from './page-orders.ts';
import { readLivePages, type ReadPage } from './read-pages.ts';
import { deleteClaims, moveClaims } from './store.ts';

/** How the reading of a page ended, as the step `fetch` records it. */
export type PageEnd =
  | ({ readonly state: 'read' } & ReadPage)
  | { readonly state: 'skipped'; readonly message: string }
  /** `retryInMs`: trying again may help after that; null: it does not. */
  | { readonly state: 'failed'; readonly error: string; readonly retryInMs: number | null };

/** The pages of a request, and on whose behalf they are read. */
export interface PagesRun extends CarriedCause {
  readonly pages: readonly PageOrder[];
  /** How often they were tried before. */
  readonly tries: number;
}

/** The run of a page of a request. */
export function toPageRunId(workflowId: string, { check }: PageOrder): string {
  return hashId('run_', [workflowId, toPageKey(toLivePage(check))]);
}

/**
 * Reads pages, all at once within the provider's limits. A page that fails fails for itself.
 * @throws what keeps a store from taking the pages; those that are stored are found by the next try
 */
export async function fetchPages(ctx: WorkflowContext, { pages, tries, ...run }: PagesRun, signal: AbortSignal): Promise<PageEnd[]> {
  const { workflowId } = ctx;
  const orders = pages.map((order) => ({
    check: order.check,
    runId: toPageRunId(workflowId, order),
    scope: {
      source: 'api' as const,
      projectId: order.project_id,
      runId: workflowId,
      workflowType: 'serp-tracking',
      ...toCause(run),
    },
  }));
  if (orders.length === 0) return [];
  const ends = await readLivePages(ctx, orders, { workflowId, signal });
  return ends.map((end) =>
    end.status === 'fulfilled' ? { state: 'read', ...end.value } : toFailedEnd(end.reason, ctx.retryWaitsMs[tries]),
  );
}

/** @param nextWaitMs before the next try; undefined: there is none */
function toFailedEnd(error: unknown, nextWaitMs: number | undefined): PageEnd {
  if (error instanceof BudgetExceededError) return { state: 'skipped', message: error.message };
  if (isUnstorable(error)) return { state: 'failed', error: 'The result page holds what cannot be stored', retryInMs: null };
  if (!(error instanceof OutsideError)) throw error;
  const waitMs = isRetryable(error) ? nextWaitMs : undefined;
  return { state: 'failed', error: error.message, retryInMs: waitMs === undefined ? null : Math.max(waitMs, error.retryAfterMs ?? 0) };
}

export interface EndedPage {
  readonly order: PageOrder;
  readonly claim: Claim;
  /** How the reading ended, if this workflow read the page. */
  readonly end: PageEnd | undefined;
}

/**
 * Ends the round of a workflow: records failures, leaves what must be tried again to a later workflow, and
 * releases the pages, all or nothing.
 * @returns what became of each page, in their order; null while another workflow reads it
 */
export async function settlePages(
  ctx: WorkflowContext,
  { round, ...run }: Omit<PagesRun, 'pages'> & { readonly round: number },
  pages: readonly EndedPage[],
): Promise<(PageOutcome | null)[]> {
  await ensureRunPartition(ctx.postgres, ctx.clock.now());
  return await ctx.postgres.transaction(async (tx) => {
    const laterId = await tryLater(ctx, tx, { round, ...run }, pages);
    for (const { order, end } of pages) {
      if (end?.state === 'failed' && end.retryInMs === null) await recordFailed(ctx, tx, order, end.error);
    }
    await deleteClaims(tx, ctx.workflowId);
    return pages.map((page) => toPageOutcome(page, laterId));
  });
}

/** Ends a workflow whose reading broke off: what is not stored is recorded as failed, and all pages are released. */
export async function abandonPages(ctx: WorkflowContext, pages: readonly PageOrder[], error: string): Promise<void> {
  const toRunId = (order: PageOrder): string => toPageRunId(ctx.workflowId, order);
  const stored = new Set((await listCompletedRuns(ctx.postgres, pages.map(toRunId))).map(({ run }) => run.id));
  await ensureRunPartition(ctx.postgres, ctx.clock.now());
  await ctx.postgres.transaction(async (tx) => {
    for (const order of pages) if (!stored.has(toRunId(order))) await recordFailed(ctx, tx, order, error);
    await deleteClaims(tx, ctx.workflowId);
  });
}

async function tryLater(
  ctx: WorkflowContext,
  tx: Transaction,
  { round, ...run }: Omit<PagesRun, 'pages'> & { readonly round: number },
  pages: readonly EndedPage[],
): Promise<string | null> {
  const again = pages.filter(({ end }) => end?.state === 'failed' && end.retryInMs !== null);
  if (again.length === 0) return null;
  const waits = again.map(({ end }) => (end?.state === 'failed' ? (end.retryInMs ?? 0) : 0));
  const id = toLaterPagesId(ctx.workflowId, round);
  const orders = again.map(({ order }) => ({ ...order, force: true }));
  await ctx.workflows.enqueue(tx, SERP_PAGES, { ...run, pages: orders, tries: run.tries + 1 }, { id, delayMs: Math.max(...waits) });
  await moveClaims(tx, { from: [ctx.workflowId], to: id, pages: orders.map(({ check }) => toLivePage(check)) });
  return id;
}

async function recordFailed(ctx: WorkflowContext, tx: Transaction, order: PageOrder, error: string): Promise<void> {
  const { check, project_id: projectId } = order;
  const runId = toPageRunId(ctx.workflowId, order);
  const failure = await recordFailureIn(tx, ctx, {
    check,
    runId,
    workflowId: ctx.workflowId,
    projectId,
    onlyProjectId: projectId,
    error,
  });
  tx.afterCommit(() => announceChecks(ctx, [failure]));
}

function toPageOutcome({ order, claim, end }: EndedPage, laterId: string | null): PageOutcome | null {
  if (claim.state === 'held') return null;
  if (claim.state === 'cached') return toOutcome(order, { state: 'read', run_id: claim.runId, cached: true });
  if (end === undefined) return null;
  if (end.state === 'skipped') return toOutcome(order, { state: 'skipped', reason: 'budget_exceeded', message: end.message });
  if (end.state === 'failed') {
    const isPending = end.retryInMs !== null;
    return toOutcome(order, { state: isPending ? 'pending' : 'failed', error: end.error, workflow_id: isPending ? laterId : null });
  }
  const { runId, ranked, notFound, costUsd } = end;
  return toOutcome(order, { state: 'read', run_id: runId, ranked, not_found: notFound, cost_usd: costUsd });
}
