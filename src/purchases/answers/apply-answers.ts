import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { AnswerReader, Question, QuestionContext } from '../question.ts';
import { deleteAnswers, listRecordedAnswerIds, listWaitingAnswers, updateAnswerStatus, requeueTasks, type WaitingAnswer } from './store.ts';
import { lockOpenTasks } from '../tasks/store.ts';
import { failTasks } from '../tasks/fail-tasks.ts';
import { enqueuePost } from '../post/enqueue-posts.ts';
import { readAnswer, type Matched, type ReadAnswer, type AnswerState } from './read-answer.ts';
import { applyLater } from './receive-answers.ts';
import { keepAnswers, toTaken, useAnswers, type Answer, type UsedAnswers } from './use-answers.ts';

type ApplyContext = QuestionContext & Pick<AppContext, 'clickhouse' | 'workflows' | 'purchases'>;

export interface ApplySummary {
  readonly applied: number;
  /** Delivered before, or no longer needed. */
  readonly repeated: number;
  /** Naming no task of ours. */
  readonly unknown: number;
  /** Tasks whose answer must be collected: it came damaged, or only as a notice that it is done. */
  readonly toCollect: readonly string[];
  /** Posted again: the provider could not do them, or they must be read deeper. */
  readonly again: number;
  readonly failed: number;
}

/**
 * Applies answers of the queue: each is matched to the post that it names, read, and given to its question,
 * with everything that follows from it in one transaction (ARCHITECTURE.md, "A daily check"). In any order
 * and after any repetition, a task is ended once.
 */
export async function applyAnswers(ctx: ApplyContext, answerIds: readonly number[]): Promise<ApplySummary> {
  const answers = await readAll(ctx, await listWaitingAnswers(ctx, answerIds));
  const { first, spare } = oncePerTask(pick(answers, 'read'));
  const { applied, unstorable } = await useAll(ctx, first);

  const again = pick(answers, 'again');
  await postAgain(ctx, again);
  const failed = [...pick(answers, 'failed'), ...unstorable];
  await failTasks(
    ctx,
    failed.map(({ waiting: { queued }, state }) => ({ ...queued, ...state, isDoubtful: false })),
  );
  const idsOf = (...kinds: AnswerState['kind'][]): number[] =>
    answers.filter(({ state }) => kinds.includes(state.kind)).map((answer) => answer.waiting.id);
  await keepSpoiled(ctx, [...again, ...failed]);
  const done = answers.filter(isDonePingback).map((answer) => answer.waiting.id);
  await deleteAnswers(ctx.postgres, [...idsOf('repeated'), ...spare.map((answer) => answer.waiting.id), ...done]);
  await updateAnswerStatus(ctx.postgres, idsOf('unknown'), 'unknown');
  await updateAnswerStatus(ctx.postgres, idsOf('collect'), 'unreadable');
  await applyRecorded(ctx, pick(answers, 'early'));
  return {
    applied,
    repeated: idsOf('repeated').length + spare.length + first.length - applied - unstorable.length,
    unknown: idsOf('unknown').length,
    toCollect: pick(answers, 'collect').map((answer) => answer.waiting.queued.id),
    again: again.length,
    failed: failed.length,
  };
}

const TURN_MS = 10;

/** One after the other: only what a question keeps of an answer stays in memory, and the answer itself is a hundred times as large. */
async function readAll(ctx: ApplyContext, waiting: readonly WaitingAnswer[]): Promise<ReadAnswer[]> {
  const readers = new Map<Question, AnswerReader>();
  const tasks = waiting.flatMap(({ queued }) => queued ?? []);
  for (const [question, own] of Map.groupBy(tasks, (task) => task.question)) readers.set(question, await question.makeReader(ctx, own));
  const answers: ReadAnswer[] = [];
  let turnBegan = performance.now();
  for (const one of waiting) {
    // Requests are answered between answers, each of which takes some milliseconds of the processor.
    if (performance.now() - turnBegan > TURN_MS) {
      await nextTurn();
      turnBegan = performance.now();
    }
    answers.push(await readAnswer(ctx, one, one.queued && readers.get(one.queued.question)));
  }
  return answers;
}

async function useAll(ctx: ApplyContext, answers: readonly Answer[]): Promise<UsedAnswers> {
  let applied = 0;
  const unstorable: Matched<'failed'>[] = [];
  for (const [{ use }, own] of Map.groupBy(answers, ({ waiting }) => waiting.queued.question)) {
    const used = use === undefined ? { applied: await keepAnswers(ctx, own), unstorable: [] } : await useAnswers(ctx, use, own);
    applied += used.applied;
    unstorable.push(...used.unstorable);
  }
  return { applied, unstorable };
}

/** Answers that were of no use are evidence too; those of questions that move nothing stay for operators. */
async function keepSpoiled(ctx: ApplyContext, spoiled: readonly Pick<Answer, 'waiting'>[]): Promise<void> {
  for (const [{ use }, own] of Map.groupBy(spoiled, ({ waiting }) => waiting.queued.question)) {
    if (use !== undefined) await use.moveAnswers(ctx, ctx.postgres, own.map(toTaken));
    else
      await updateAnswerStatus(
        ctx.postgres,
        own.map(({ waiting }) => waiting.id),
        'unreadable',
      );
  }
}

function isDonePingback({ waiting, state }: ReadAnswer): boolean {
  return waiting.kind === 'pingback' && state.kind === 'collect';
}

function pick<Kind extends 'read' | 'again' | 'failed' | 'collect' | 'early'>(answers: readonly ReadAnswer[], kind: Kind): Matched<Kind>[] {
  return answers.filter((answer): answer is Matched<Kind> => answer.state.kind === kind);
}

/** The first of several answers to a task counts. */
function oncePerTask(answers: readonly Answer[]): { readonly first: Answer[]; readonly spare: Answer[] } {
  const first = new Map(answers.toReversed().map((answer) => [answer.waiting.queued.id, answer]));
  const isFirst = (answer: Answer): boolean => first.get(answer.waiting.queued.id) === answer;
  return { first: answers.filter(isFirst), spare: answers.filter((answer) => !isFirst(answer)) };
}

/**
 * Answers that came before their post was recorded wait for that record. A transaction that is writing it may
 * have looked for answers before these arrived: the lock waits for its end.
 */
async function applyRecorded(ctx: ApplyContext, early: readonly Matched<'early'>[]): Promise<void> {
  if (early.length === 0) return;
  await ctx.postgres.transaction(async (tx) => {
    await lockOpenTasks(
      tx,
      early.map(({ waiting }) => waiting.queued.id),
    );
    const recorded = await listRecordedAnswerIds(
      tx,
      early.map(({ waiting }) => waiting.id),
    );
    await applyLater(ctx, tx, recorded);
  });
}

/** Posts the tasks again in a new batch; the tag distinguishes the posts. */
async function postAgain(ctx: ApplyContext, again: readonly Matched<'again'>[]): Promise<void> {
  for (const [dispatchId, answers] of Map.groupBy(again, ({ waiting }) => waiting.queued.dispatchId)) {
    const batch = newId('task_');
    await ctx.postgres.transaction(async (tx) => {
      const changed = await requeueTasks(
        tx,
        answers.map(({ waiting: { queued }, state }) => ({ ...queued, batch, readDepth: state.depth, error: state.error ?? null })),
        new Date(ctx.clock.realNow()),
      );
      if (changed > 0) await enqueuePost(ctx, tx, { dispatchId, batch });
    });
  }
}
