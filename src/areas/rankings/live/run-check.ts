import type { WorkflowContext } from '#context';
import { BudgetExceededError, messageOf, OutsideError } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { SerpCheck } from '../check.ts';
import { fetchPage } from './fetch-page.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import type { CheckPlan } from './plan-check.ts';
import { recordFailure } from '../ingest/record-failure.ts';
import type { RunPage } from '../runs/serp-run.ts';
import { findPage } from '../runs/store/runs.ts';
import type { CheckOutput } from './tracking-input.ts';

/** Above twice the provider's own limit of 120 s: the adaptive strategy may read two pages. */
const FETCH_TIMEOUT_MS = 290_000;

export interface CheckRequest {
  readonly plan: () => Promise<CheckPlan>;
  readonly scope: SpendScope;
  /** A request waits for it: its history is shipped at once, and only the asking project shows a failure. */
  readonly isOnDemand: boolean;
  readonly requestedBy: string | null;
}

/** What the step `fetch` records: the page itself stays in the run's row. */
type Fetched = { readonly runId: string; readonly costUsd: number } | { readonly stoppedBy: string };

/**
 * One check in its four steps. `fetch` stores the page before the step is recorded, so that no crash makes it
 * cost twice, and only ids go through the workflow's records. A check that fails after its retries is
 * recorded as failed; then the workflow fails too, so that it can be sent again from the dead letters.
 */
export async function runCheck(ctx: WorkflowContext, request: CheckRequest): Promise<CheckOutput> {
  const plan = await ctx.step('budget', request.plan);
  if (plan.decision === 'skip') return toSkipped(request, { reason: plan.reason, message: null });

  // Passed on in memory; after a crash `store` reads it from the run's row.
  const kept: { page?: RunPage } = {};
  const fetched = await fetchOrRecordFailure(ctx, request, { plan, kept });
  if ('stoppedBy' in fetched) return toSkipped(request, { reason: 'budget_exceeded', message: fetched.stoppedBy });

  const stored = await ctx.step('store', () => storePage(ctx, { check: plan.check, runId: fetched.runId, page: kept.page }));
  await shipHistory(ctx, request);
  return {
    run_id: fetched.runId,
    checked: 1,
    ranked: stored.ranked,
    not_found: stored.notFound,
    cached: plan.decision === 'reuse',
    cost_usd: fetched.costUsd,
    skipped: false,
    reason: null,
    message: null,
    requested_by: request.requestedBy,
  };
}

interface Fetching {
  readonly plan: Exclude<CheckPlan, { decision: 'skip' }>;
  readonly kept: { page?: RunPage };
}

async function fetchOrRecordFailure(ctx: WorkflowContext, request: CheckRequest, fetching: Fetching): Promise<Fetched> {
  const { check } = fetching.plan;
  const runId = hashId('run_', [ctx.workflowId]);
  try {
    return await ctx.step('fetch', ({ signal }) => fetchOnce(ctx, request, { ...fetching, runId, signal }), {
      timeoutMs: FETCH_TIMEOUT_MS,
    });
  } catch (error) {
    const { projectId } = request.scope;
    const failure = { check, runId, workflowId: ctx.workflowId, projectId, error: messageOf(error) };
    await ctx.step('store', () => recordFailure(ctx, { ...failure, onlyProjectId: request.isOnDemand ? projectId : undefined }));
    await shipHistory(ctx, request);
    throw error;
  }
}

async function fetchOnce(
  ctx: WorkflowContext,
  { scope }: CheckRequest,
  { plan, kept, runId, signal }: Fetching & { readonly runId: string; readonly signal: AbortSignal },
): Promise<Fetched> {
  if (plan.decision === 'reuse') return { runId: plan.runId, costUsd: 0 };
  if (plan.decision === 'fail') throw new OutsideError({ service: 'dataforseo', kind: 'credentials_missing', ...plan.problem });
  try {
    kept.page = await fetchPage(ctx, { check: plan.check, runId, workflowId: ctx.workflowId, scope, signal });
    return { runId, costUsd: kept.page.run.costUsd };
  } catch (error) {
    // An expected result, not a fault: there is nothing to retry and nothing to show as failed.
    if (error instanceof BudgetExceededError) return { stoppedBy: error.message };
    throw error;
  }
}

async function storePage(
  ctx: WorkflowContext,
  { check, runId, page }: { readonly check: SerpCheck; readonly runId: string; readonly page: RunPage | undefined },
): Promise<{ ranked: number; notFound: number }> {
  const known = page ?? (await findPage(ctx.postgres, runId));
  if (known === undefined) throw new Error(`Run ${runId} is not in the store`);
  const { ranked, notFound } = await ingestSerp(ctx, { check, page: known, isStored: true });
  return { ranked, notFound };
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
