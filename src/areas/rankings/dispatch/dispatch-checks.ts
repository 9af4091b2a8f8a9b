import { listTrackedChecks } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { toSerpRequest } from '../check.ts';
import type { TrackingSummary } from '../live/tracking-input.ts';
import { LIVE_CHECK, readSubjectKey } from '../live/live-check.ts';
import { toFirstDepth } from '../runs/parse-serp-page.ts';
import {
  countDispatch,
  listDueSubjects,
  listPlannedBatches,
  lockPlanning,
  insertDueChecks,
  type DueFilter,
  type PlannedBatch,
} from './store.ts';
import { readSerpPriority } from '#purchases/index.ts';
import { startRounds } from './start-rounds.ts';

/** Far more than one dispatch has; the rest stays due for the next one. */
export const CHECKS_MAX = 1_000_000;
const PART_SIZE = 1_000;

/** Which due checks to dispatch. */
export interface DispatchInput {
  /** Unset: every project. */
  readonly projectId: string | undefined;
  readonly limit: number;
}

export interface DispatchEstimate {
  readonly due: number;
  /** Tasks of the provider, each charged. */
  readonly calls: number;
  /** Posts that carry them. */
  readonly posts: number;
  readonly cost_usd: number;
}

/** What a dispatch would do and cost now, without doing it. */
export async function estimateDispatch(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'searchData'>,
  input: DispatchInput,
): Promise<DispatchEstimate> {
  const subjects = await listDueSubjects(ctx.postgres, toFilter(ctx, input));
  const priority = await readSerpPriority(ctx.postgres);
  let [calls, costUsd] = [0, 0];
  for (let at = 0; at < subjects.length; at += PART_SIZE) {
    for (const check of await listTrackedChecks(ctx.postgres, subjects.slice(at, at + PART_SIZE))) {
      if (check === undefined) continue;
      calls += 1;
      costUsd += ctx.searchData.estimateQueuedSerpUsd(toSerpRequest(check, toFirstDepth(check)), priority);
    }
  }
  return { due: subjects.length, calls, posts: Math.ceil(calls / ctx.searchData.postSize), cost_usd: Number(costUsd.toFixed(6)) };
}

/**
 * Queues what is due: each (keyword, location, language, device, engine) once, however many projects
 * share it, and once after however long a downtime. What is under way already, queued or live, is left
 * alone. A dispatch that has queued already, and died before it could say so, is given what it queued.
 */
export async function planDispatch(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'workflows'>,
  input: DispatchInput & { readonly dispatchId: string },
): Promise<PlannedBatch[]> {
  return await ctx.postgres.transaction(async (tx) => {
    await lockPlanning(tx);
    const planned = await listPlannedBatches(tx, input.dispatchId);
    if (planned.length > 0) return planned;
    const batches = await insertDueChecks(tx, {
      ...toFilter(ctx, input),
      dispatchId: input.dispatchId,
      batchSize: ctx.searchData.postSize,
      plannedAt: new Date(ctx.clock.realNow()),
      readLive: (await ctx.workflows.listOpenIds(tx, LIVE_CHECK)).map(readSubjectKey),
    });
    await startRounds(ctx, tx, input.dispatchId);
    return batches;
  });
}

/** How a dispatch ended. */
export interface DispatchSummary extends TrackingSummary {
  /** Checks that were due and not under way already. */
  readonly due: number;
}

/** The summary of a dispatch whose checks have all ended; `undefined` as long as some have not. */
export async function findDispatchSummary(ctx: Pick<AppContext, 'postgres'>, dispatchId: string): Promise<DispatchSummary | undefined> {
  const counts = await countDispatch(ctx.postgres, dispatchId);
  if (counts.open > 0) return undefined;
  const isStopped = counts.skippedBecause === 'budget_exceeded';
  return {
    due: counts.completed + counts.failed + counts.skipped,
    checked: counts.completed,
    ranked: counts.ranked,
    not_found: counts.notFound,
    failed: counts.failed,
    skipped: isStopped,
    skipped_checks: counts.skipped,
    reason: isStopped ? 'budget_exceeded' : null,
    cost_usd: Number(counts.costUsd.toFixed(6)),
  };
}

function toFilter(ctx: Pick<AppContext, 'clock'>, { projectId, limit }: DispatchInput): DueFilter {
  return { dueAt: ctx.clock.now(), projectId, limit };
}
