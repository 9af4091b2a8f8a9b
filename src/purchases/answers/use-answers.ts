import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { AnswerUse, QuestionContext } from '../question.ts';
import { updateTasks, lockOpenTasks, type TaskUpdate } from '../tasks/store.ts';
import type { Matched } from './read-answer.ts';
import { deleteAnswers, isUnstorable, updateAnswerStatus } from './store.ts';

export type Answer = Matched<'read'>;

export interface UsedAnswers {
  readonly applied: number;
  /** Answers that the stores can never take. */
  readonly unstorable: readonly Matched<'failed'>[];
}

/**
 * Gives answers of one question to its owner, all in one transaction. When one of them cannot be stored, each is
 * tried alone, so that the others are still applied.
 */
export async function useAnswers(ctx: QuestionContext, use: AnswerUse, answers: readonly Answer[]): Promise<UsedAnswers> {
  if (answers.length === 0) return { applied: 0, unstorable: [] };
  try {
    return { applied: await useTogether(ctx, use, answers), unstorable: [] };
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    if (answers.length === 1) return { applied: 0, unstorable: answers.map(({ waiting }) => ({ waiting, state: toFailure(use) })) };
  }
  const ends: UsedAnswers[] = [];
  for (const answer of answers) ends.push(await useAnswers(ctx, use, [answer]));
  return {
    applied: ends.reduce((sum, { applied }) => sum + applied, 0),
    unstorable: ends.flatMap(({ unstorable }) => unstorable),
  };
}

function toFailure({ unstorable: error }: AnswerUse): Matched<'failed'>['state'] {
  return { kind: 'failed', error, isStillDue: false };
}

/** @returns how many were applied now */
async function useTogether(ctx: QuestionContext, use: AnswerUse, answers: readonly Answer[]): Promise<number> {
  await use.makeRoom(
    ctx,
    answers.map(({ waiting }) => waiting.queued.postedAt),
  );
  return await ctx.postgres.transaction((tx) => useOpen(ctx, tx, use, answers));
}

/** Applies the answers of tasks that no other process has ended. An answer to any post of the round ends the task. */
async function useOpen(ctx: QuestionContext, tx: Transaction, use: AnswerUse, answers: readonly Answer[]): Promise<number> {
  const open = await lockOpenTasks(
    tx,
    answers.map(({ waiting }) => waiting.queued.id),
  );
  const mine = answers.filter(({ waiting: { queued } }) => open.get(queued.id)?.round === queued.round);
  const found = await use.store(
    ctx,
    tx,
    mine.map(({ waiting, state }) => ({ task: waiting.queued, read: state.read })),
  );
  const changes = mine.map(({ waiting: { queued } }, at): TaskUpdate => {
    const { id, round, post } = open.get(queued.id) ?? queued;
    return { id, round, post, status: 'completed', isDoubtful: false, ...found[at] };
  });
  await updateTasks(tx, changes, new Date(ctx.clock.realNow()));
  await use.moveAnswers(ctx, tx, answers.map(toTaken));
  return mine.length;
}

export function toTaken({ waiting }: Pick<Answer, 'waiting'>) {
  return { answerId: waiting.id, task: waiting.queued };
}

/**
 * Ends the tasks of a question whose answers stay as they came, for who asked. Of several answers to a task the first is kept.
 * @returns how many were kept
 */
export async function keepAnswers(ctx: Pick<AppContext, 'postgres' | 'clock'>, answers: readonly Answer[]): Promise<number> {
  return await ctx.postgres.transaction(async (tx) => {
    const open = await lockOpenTasks(
      tx,
      answers.map(({ waiting }) => waiting.queued.id),
    );
    const mine = answers.filter(({ waiting }) => open.has(waiting.queued.id));
    const changes = mine.map(({ waiting: { queued } }): TaskUpdate => {
      const { id, round, post } = open.get(queued.id) ?? queued;
      return { id, round, post, status: 'completed', isDoubtful: false };
    });
    await updateTasks(tx, changes, new Date(ctx.clock.realNow()));
    const kept = new Set(mine.map(({ waiting }) => waiting.id));
    await updateAnswerStatus(tx, [...kept], 'kept');
    await deleteAnswers(
      tx,
      answers.map(({ waiting }) => waiting.id).filter((id) => !kept.has(id)),
    );
    return mine.length;
  });
}
