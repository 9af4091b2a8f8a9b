import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { SerpCheck } from '../check.ts';
import { recordFailureIn } from '../ingest/record-failure.ts';
import { updateChecks, listUnpostedChecks, lockOpenChecks, type BatchKey } from './store/queue.ts';
import { ensureRunPartition } from '../runs/store/runs.ts';
import { listTaskChecks } from './store/task-checks.ts';
import { listChecksToRead } from './checks-to-read.ts';
import { toRunId, type PostKey } from './queued-check.ts';

export interface FailedCheck extends PostKey {
  readonly check: SerpCheck;
  readonly dispatchId: string;
  readonly projectIds: readonly string[];
  readonly error: string;
  /** Nobody knows whether its newest post was taken: it is found out before it is posted again. */
  readonly isDoubtful: boolean;
  /** The other side was away: the next dispatch tries again. Otherwise the keyword's next day does. */
  readonly isStillDue: boolean;
}

/**
 * Shows checks as failed, and why; good positions stay (decisions, section 2 "Outcome of a check").
 * One whose page came meanwhile, or that was posted anew, is left alone. Twice changes nothing.
 */
export async function failChecks(ctx: Pick<AppContext, 'postgres' | 'clock'>, failed: readonly FailedCheck[]): Promise<void> {
  if (failed.length === 0) return;
  await ensureRunPartition(ctx.postgres, ctx.clock.now());
  await ctx.postgres.transaction((tx) => failOpen(ctx, tx, failed));
}

async function failOpen({ clock }: Pick<AppContext, 'clock'>, tx: Transaction, failed: readonly FailedCheck[]): Promise<void> {
  const open = await lockOpenChecks(
    tx,
    failed.map(({ id }) => id),
  );
  const mine = failed.filter(({ id, round, post }) => open.get(id)?.round === round && open.get(id)?.post === post);
  const ofTasks = await listTaskChecks(
    tx,
    mine.map(({ id }) => id),
  );
  for (const { check, error, isStillDue, ...one } of mine) {
    await recordFailureIn(tx, clock, {
      check,
      runId: toRunId(one),
      workflowId: one.dispatchId,
      projectId: one.projectIds[0],
      // A task's failure concerns nobody but who ordered it.
      onlyProjectId: ofTasks.has(one.id) ? one.projectIds[0] : undefined,
      error,
      isStillDue,
    });
  }
  const changes = mine.map(({ id, round, post, isDoubtful, error }) => ({ id, round, post, status: 'failed' as const, isDoubtful, error }));
  await updateChecks(tx, changes, new Date(clock.realNow()));
}

/** Fails the checks of a batch that the provider does not have. */
export async function failBatch(
  ctx: Pick<AppContext, 'postgres' | 'clock'>,
  batch: BatchKey,
  why: Pick<FailedCheck, 'error' | 'isStillDue'>,
): Promise<number> {
  const open = await listUnpostedChecks(ctx.postgres, batch);
  const checks = await listChecksToRead(ctx.postgres, open);
  const failed = open.flatMap(({ id, round, post, projectIds, isDoubtful }, at): FailedCheck[] => {
    const check = checks[at];
    return check === undefined ? [] : [{ id, round, post, check, dispatchId: batch.dispatchId, projectIds, isDoubtful, ...why }];
  });
  await failChecks(ctx, failed);
  // What nobody tracks any more has nothing to show.
  const gone = open.filter((_one, at) => checks[at] === undefined);
  const changes = gone.map(({ id, round, post, isDoubtful }) => ({
    id,
    round,
    post,
    status: 'skipped' as const,
    isDoubtful,
    error: 'not_tracked',
  }));
  await updateChecks(ctx.postgres, changes, new Date(ctx.clock.realNow()));
  return failed.length;
}
