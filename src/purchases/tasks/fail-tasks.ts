import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { FailedTask, Question, QuestionContext } from '../question.ts';
import { decideTasks, NOT_WANTED } from './decide-tasks.ts';
import { updateTasks, listUnpostedTasks, lockOpenTasks, type BatchKey, type TaskUpdate } from './store.ts';

/** A task that failed, with its question. */
export interface Failing extends FailedTask {
  readonly question: Question;
}

/**
 * Records tasks as failed, with the reason; what earlier answers showed stays. A task that has its answer by now, or was
 * posted again, is left alone. A second call changes nothing.
 */
export async function failTasks(ctx: QuestionContext, failed: readonly Failing[]): Promise<void> {
  if (failed.length === 0) return;
  for (const question of new Set(failed.map((one) => one.question))) await question.use?.makeRoom(ctx, [ctx.clock.now()]);
  await ctx.postgres.transaction((tx) => failOpen(ctx, tx, failed));
}

async function failOpen(ctx: QuestionContext, tx: Transaction, failed: readonly Failing[]): Promise<void> {
  const open = await lockOpenTasks(
    tx,
    failed.map(({ id }) => id),
  );
  const mine = failed.filter(({ id, round, post }) => open.get(id)?.round === round && open.get(id)?.post === post);
  for (const [question, own] of Map.groupBy(mine, (one) => one.question)) await question.use?.recordFailures(ctx, tx, own);
  const changes = mine.map(({ id, round, post, isDoubtful, error }) => ({ id, round, post, status: 'failed' as const, isDoubtful, error }));
  await updateTasks(tx, changes, new Date(ctx.clock.realNow()));
}

/** Fails the tasks of a batch that are not with the provider. One that is no longer wanted has nowhere to show a failure. */
export async function failBatch(
  ctx: QuestionContext & Pick<AppContext, 'purchases'>,
  batch: BatchKey,
  why: Pick<FailedTask, 'error' | 'isStillDue'>,
): Promise<number> {
  const { wanted, gone } = await decideTasks(ctx, await listUnpostedTasks(ctx.postgres, batch));
  const failed = wanted.map(({ row: { id, round, post, projectIds, isDoubtful }, decided: { question, asked } }): Failing => {
    return { id, round, post, question, asked, dispatchId: batch.dispatchId, projectIds, isDoubtful, ...why };
  });
  await failTasks(ctx, failed);
  const changes = gone.map(({ id, round, post, isDoubtful }): TaskUpdate => {
    return { id, round, post, status: 'skipped', isDoubtful, error: NOT_WANTED };
  });
  await updateTasks(ctx.postgres, changes, new Date(ctx.clock.realNow()));
  return failed.length;
}
