import type { AppContext } from '#context';
import { lockOpenChecks, updateChecks, type CheckUpdate } from '../tasks/store.ts';
import type { Matched } from './read-answer.ts';
import { deleteAnswers, updateAnswerStatus } from './store.ts';

/**
 * Ends app tasks with their answers, which stay as they came. Of several answers to a task the first is kept.
 * @returns how many were kept
 */
export async function keepData(ctx: Pick<AppContext, 'postgres' | 'clock'>, data: readonly Matched<'data'>[]): Promise<number> {
  if (data.length === 0) return 0;
  const first = new Map(data.toReversed().map((answer) => [answer.waiting.queued.id, answer.waiting]));
  return await ctx.postgres.transaction(async (tx) => {
    const open = await lockOpenChecks(tx, [...first.keys()]);
    const mine = [...first.values()].filter(({ queued: { id } }) => open.has(id));
    const changes = mine.map(({ queued }): CheckUpdate => {
      const { id, round, post } = open.get(queued.id) ?? queued;
      return { id, round, post, status: 'completed', isDoubtful: false };
    });
    await updateChecks(tx, changes, new Date(ctx.clock.realNow()));
    const kept = new Set(mine.map(({ id }) => id));
    await updateAnswerStatus(tx, [...kept], 'kept');
    await deleteAnswers(
      tx,
      data.map(({ waiting }) => waiting.id).filter((id) => !kept.has(id)),
    );
    return mine.length;
  });
}
