import type { FailedTask, Found, QuestionContext, ReadTask } from '#purchases/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { SerpCheck } from '../check.ts';
import { announceChecks, type EndedCheck } from '../ingest/announce-checks.ts';
import { toEndedCheck, type PreparedPage } from '../ingest/ingest-serp.ts';
import { recordFailureIn } from '../ingest/record-failure.ts';
import { storePages } from '../ingest/store/ingest.ts';
import { deleteFailedRuns } from '../runs/store/runs.ts';
import { toRunId } from './run-id.ts';
import { listTaskChecks } from './store.ts';

/** Turns queued pages into runs and positions, in the transaction that ends their tasks. */
export async function storeQueuedPages(
  ctx: QuestionContext,
  tx: Transaction,
  answers: readonly ReadTask<SerpCheck, PreparedPage>[],
): Promise<Found[]> {
  // A post in doubt may be recorded as failed and be found by a later dispatch: then the failure is removed.
  await deleteFailedRuns(
    tx,
    answers.map(({ task }) => toRunId(task)),
  );
  await storePages(
    tx,
    answers.map(({ read }) => read.page),
    new Date(ctx.clock.realNow()),
  );
  tx.afterCommit(() => {
    ctx.outbox.noteAppended(answers.reduce((sum, { read }) => sum + read.rowsCount, 0));
    announceChecks(
      ctx,
      answers.map(({ read }) => toEndedCheck(read.page)),
    );
  });
  return answers.map(({ read: { ranked, notFound } }) => ({ found: ranked, notFound }));
}

/** Records queued pages as failed, with the reason, in the transaction that ends their tasks; good positions stay. */
export async function recordPageFailures(ctx: QuestionContext, tx: Transaction, failed: readonly FailedTask<SerpCheck>[]): Promise<void> {
  const ofTasks = await listTaskChecks(
    tx,
    failed.map(({ id }) => id),
  );
  const ended: EndedCheck[] = [];
  for (const { asked: check, error, isStillDue, ...one } of failed) {
    const failure = await recordFailureIn(tx, ctx, {
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
  tx.afterCommit(() => announceChecks(ctx, ended));
}
