import type { WorkflowContext } from '#context';
import { BudgetExceededError, messageOf, OutsideError } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { SerpCheck } from '../check.ts';
import { recordFailure } from '../ingest/record-failure.ts';
import { findResultPage } from '../results/result-pages.ts';
import type { CheckPlan } from './plan-check.ts';
import { applyStored, readLivePages, type ReadPage } from './read-pages.ts';
import { deleteClaims } from './store.ts';
import type { CheckOutput } from './tracking-input.ts';

/** Above twice the provider's own limit of 120 s: the adaptive strategy may read two pages. */
export const FETCH_TIMEOUT_MS = 290_000;

export interface CheckRequest {
  /** @param isJoined the page was read a moment ago by another workflow, and need not be read again */
  readonly plan: (isJoined: boolean) => Promise<CheckPlan>;
  readonly scope: SpendScope;
  /** A request waits for it: its history is shipped at once, and only the asking project shows a failure. */
  readonly isOnDemand: boolean;
  readonly requestedBy: string | null;
}

type Plan = Exclude<CheckPlan, { decision: 'join' }>;
type ReadingPlan = Exclude<Plan, { decision: 'skip' }>;

/** What the step `fetch` records: the page itself is in the run's row. */
type Fetched = (Pick<ReadPage, 'runId' | 'costUsd'> & Partial<ReadPage>) | { readonly stoppedBy: string };

/**
 * One check in its four steps. `fetch` stores and applies the page before the step is recorded, so that no
 * crash makes it cost twice. A check that fails after its retries is recorded as failed; then the workflow
 * fails too, so that it can be sent again from the dead letters.
 */
export async function runCheck(ctx: WorkflowContext, request: CheckRequest): Promise<CheckOutput> {
  const plan = await planAlone(ctx, request);
  if (plan.decision === 'skip') return toSkipped(request, { reason: plan.reason, message: null });

  const fetched = await fetchOrRecordFailure(ctx, request, plan);
  const page = await ctx.step('store', () => finish(ctx, plan.check, fetched));
  if ('stoppedBy' in fetched || page === null) {
    return toSkipped(request, { reason: 'budget_exceeded', message: 'stoppedBy' in fetched ? fetched.stoppedBy : null });
  }
  await shipHistory(ctx, request);
  return {
    run_id: fetched.runId,
    checked: 1,
    ranked: page.ranked,
    not_found: page.notFound,
    cached: plan.decision === 'reuse',
    cost_usd: fetched.costUsd,
    skipped: false,
    reason: null,
    message: null,
    requested_by: request.requestedBy,
  };
}

/** Plans until no other workflow reads the page. */
async function planAlone(ctx: WorkflowContext, request: CheckRequest): Promise<Plan> {
  for (let isJoined = false; ; isJoined = true) {
    const plan = await ctx.step('budget', () => request.plan(isJoined));
    if (plan.decision !== 'join') return plan;
    await ctx.waitForAll([plan.workflowId]);
  }
}

async function fetchOrRecordFailure(ctx: WorkflowContext, request: CheckRequest, plan: ReadingPlan): Promise<Fetched> {
  const { check } = plan;
  const runId = hashId('run_', [ctx.workflowId]);
  try {
    return await ctx.step('fetch', ({ signal }) => fetchOnce(ctx, request, { plan, runId, signal }), {
      timeoutMs: FETCH_TIMEOUT_MS,
    });
  } catch (error) {
    const { projectId } = request.scope;
    const failure = { check, runId, workflowId: ctx.workflowId, projectId, error: messageOf(error) };
    await ctx.step('store', async () => {
      await recordFailure(ctx, { ...failure, onlyProjectId: request.isOnDemand ? projectId : undefined });
      await deleteClaims(ctx.postgres, ctx.workflowId);
    });
    await shipHistory(ctx, request);
    throw error;
  }
}

async function fetchOnce(
  ctx: WorkflowContext,
  { scope }: CheckRequest,
  { plan, runId, signal }: { readonly plan: ReadingPlan; readonly runId: string; readonly signal: AbortSignal },
): Promise<Fetched> {
  if (plan.decision === 'reuse') return { runId: plan.runId, costUsd: 0 };
  if (plan.decision === 'fail')
    throw new OutsideError({ service: ctx.searchData.provider.name, kind: 'credentials_missing', ...plan.problem });
  const [end] = await readLivePages(ctx, [{ check: plan.check, runId, scope }], { workflowId: ctx.workflowId, signal });
  if (end?.status === 'fulfilled') return end.value;
  // An expected result, not a fault: there is nothing to retry and nothing to show as failed.
  if (end?.reason instanceof BudgetExceededError) return { stoppedBy: end.reason.message };
  throw end?.reason;
}

/** The outcomes of the page that was read, or of one that was read before; null: a budget stopped it. */
async function finish(ctx: WorkflowContext, check: SerpCheck, fetched: Fetched): Promise<Pick<ReadPage, 'ranked' | 'notFound'> | null> {
  await deleteClaims(ctx.postgres, ctx.workflowId);
  if ('stoppedBy' in fetched) return null;
  const { runId, ranked, notFound } = fetched;
  if (ranked !== undefined && notFound !== undefined) return { ranked, notFound };
  const page = await findResultPage(ctx, runId);
  if (page === undefined) throw new Error(`Run ${runId} is not in the store`);
  return await applyStored(ctx, check, page);
}

/** The rows for ClickHouse are in the outbox; a check without a waiting request waits while too many are there. */
async function shipHistory(ctx: WorkflowContext, { isOnDemand }: CheckRequest): Promise<void> {
  if (!isOnDemand) await ctx.waitUntil(() => ctx.outbox.findRoom());
  await ctx.step('append', async () => {
    if (!isOnDemand) return;
    // The waiting client may ask for the history next.
    await ctx.outbox.tryFlush();
  });
}

function toSkipped({ requestedBy }: CheckRequest, why: { readonly reason: string; readonly message: string | null }): CheckOutput {
  return {
    run_id: null,
    checked: 0,
    ranked: 0,
    not_found: 0,
    cached: false,
    cost_usd: 0,
    skipped: true,
    ...why,
    requested_by: requestedBy,
  };
}
