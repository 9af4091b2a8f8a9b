import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { SerpCheck } from '#areas/rankings/check.ts';
import { announceChecks, type Announcing, type EndedCheck } from '#areas/rankings/ingest/announce-checks.ts';
import { recordFailureIn } from '#areas/rankings/ingest/record-failure.ts';
import { updateChecks, listUnpostedChecks, lockOpenChecks, toSubject, type BatchKey, type CheckUpdate } from './store.ts';
import { ensureRunPartition } from '#areas/rankings/runs/store/runs.ts';
import { listTaskChecks } from '#areas/rankings/queued-pages/store.ts';
import { listChecksToRead } from '#areas/rankings/queued-pages/checks-to-read.ts';
import { toRunId, type PostKey } from './queued.ts';

export interface FailedCheck extends PostKey {
  /** Null: it is an app task, which has no page to show the failure on. */
  readonly check: SerpCheck | null;
  readonly dispatchId: string;
  readonly projectIds: readonly string[];
  readonly error: string;
  /** It is unknown whether the provider took its newest post: that is resolved before it is posted again. */
  readonly isDoubtful: boolean;
  /** The provider was unavailable: the next dispatch tries again. Otherwise the keyword's next due day does. */
  readonly isStillDue: boolean;
}

/**
 * Records checks as failed, with the reason; good positions stay. A check that has its page by now, or was
 * posted again, is left alone. A second call changes nothing.
 */
export async function failChecks(ctx: FailContext, failed: readonly FailedCheck[]): Promise<void> {
  if (failed.length === 0) return;
  await ensureRunPartition(ctx.postgres, ctx.clock.now());
  await ctx.postgres.transaction((tx) => failOpen(ctx, tx, failed));
}

type FailContext = Pick<AppContext, 'postgres' | 'clock'> & Announcing;

async function failOpen(
  { clock, live }: Pick<FailContext, 'clock' | 'live'>,
  tx: Transaction,
  failed: readonly FailedCheck[],
): Promise<void> {
  const open = await lockOpenChecks(
    tx,
    failed.map(({ id }) => id),
  );
  const mine = failed.filter(({ id, round, post }) => open.get(id)?.round === round && open.get(id)?.post === post);
  const ofTasks = await listTaskChecks(
    tx,
    mine.map(({ id }) => id),
  );
  const ended: EndedCheck[] = [];
  for (const { check, error, isStillDue, ...one } of mine) {
    if (check === null) continue;
    const failure = await recordFailureIn(tx, clock, {
      check,
      runId: toRunId(one),
      workflowId: one.dispatchId,
      projectId: one.projectIds[0],
      // Only the project that ordered a task shows its failure.
      onlyProjectId: ofTasks.has(one.id) ? one.projectIds[0] : undefined,
      error,
      isStillDue,
    });
    ended.push(failure);
  }
  tx.afterCommit(() => announceChecks({ live }, ended));
  const changes = mine.map(({ id, round, post, isDoubtful, error }) => ({ id, round, post, status: 'failed' as const, isDoubtful, error }));
  await updateChecks(tx, changes, new Date(clock.realNow()));
}

/** Fails the checks of a batch that are not with the provider. */
export async function failBatch(ctx: FailContext, batch: BatchKey, why: Pick<FailedCheck, 'error' | 'isStillDue'>): Promise<number> {
  const open = await listUnpostedChecks(ctx.postgres, batch);
  const pages = open.flatMap((one) => {
    const subject = toSubject(one);
    return subject === undefined ? [] : [{ id: one.id, ...subject }];
  });
  const checks = await listChecksToRead(ctx.postgres, pages);
  // A check that no project tracks any more has nowhere to show a failure.
  const gone = new Set(pages.filter((_page, at) => checks[at] === undefined).map(({ id }) => id));
  const byId = new Map(pages.map(({ id }, at) => [id, checks[at]]));
  const failed = open
    .filter(({ id }) => !gone.has(id))
    .map(({ id, round, post, projectIds, isDoubtful }): FailedCheck => {
      return { id, round, post, check: byId.get(id) ?? null, dispatchId: batch.dispatchId, projectIds, isDoubtful, ...why };
    });
  await failChecks(ctx, failed);
  const changes = open
    .filter(({ id }) => gone.has(id))
    .map(({ id, round, post, isDoubtful }): CheckUpdate => {
      return { id, round, post, status: 'skipped', isDoubtful, error: 'not_tracked' };
    });
  await updateChecks(ctx.postgres, changes, new Date(ctx.clock.realNow()));
  return failed.length;
}
