import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { toQueryId } from '#areas/rankings/check.ts';
import {
  deleteAnswers,
  listRecordedAnswerIds,
  listWaitingAnswers,
  updateAnswerStatus,
  requeueChecks,
  type WaitingAnswer,
} from './store.ts';
import { moveAnswersToEvidence } from '#areas/rankings/runs/store/evidence.ts';
import { lockOpenChecks } from '../tasks/store.ts';
import { listTrackingProjectsOf } from '#areas/rankings/tracked/store.ts';
import { applyPages, toEvidence } from '#areas/rankings/queued-pages/store-pages.ts';
import { isCheck, type QueuedCheck } from '../tasks/queued.ts';
import { keepData } from './keep-answers.ts';
import { failChecks } from '../tasks/fail-tasks.ts';
import { enqueuePost } from '../post/enqueue-posts.ts';
import { readAnswer, type Matched, type ReadAnswer, type Reading } from './read-answer.ts';
import { applyLater } from './receive-answers.ts';

type ApplyContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData' | 'workflows'>;

export interface ApplySummary {
  readonly applied: number;
  /** Delivered before, or no longer needed. */
  readonly repeated: number;
  /** Naming no check of ours. */
  readonly unknown: number;
  /** Checks whose answer must be collected: it came damaged, or only as a notice that it is done. */
  readonly toCollect: readonly string[];
  /** Posted again: the provider could not do them, or they must be read deeper. */
  readonly again: number;
  readonly failed: number;
}

/**
 * Applies answers of the queue: each is matched to the post that it names, read, and turned into positions,
 * with everything that follows from it in one transaction (ARCHITECTURE.md, "A daily check"). In any order
 * and after any repetition, a check becomes one run.
 */
export async function applyAnswers(ctx: ApplyContext, answerIds: readonly number[]): Promise<ApplySummary> {
  const waiting = await listWaitingAnswers(ctx.postgres, answerIds);
  const projects = await listTrackingProjectsOf(
    ctx.postgres,
    waiting.flatMap(({ queued }) => (queued && isCheck(queued) ? queued.check : [])),
  );
  const answers: ReadAnswer[] = [];
  // One after the other: only the rows of a page stay in memory, and the page itself is a hundred times as large.
  for (const one of waiting) {
    const { queued } = one;
    const tracking = queued && isCheck(queued) ? projects.get(toQueryId(queued.check)) : undefined;
    answers.push(await readAnswer(ctx, one, tracking ?? []));
  }
  const { pages, spare } = oncePerCheck(pick(answers, 'page'));
  const { applied, unstorable } = await applyPages(ctx, pages);
  const data = pick(answers, 'data');
  const kept = await keepData(ctx, data);

  const again = pick(answers, 'again');
  await postAgain(ctx, again);
  const failed = [...pick(answers, 'failed'), ...unstorable.map(toUnstorable)];
  await failChecks(
    ctx,
    failed.map(({ waiting: { queued }, reading }) => {
      return { ...queued, ...reading, check: isCheck(queued) ? queued.check : null, isDoubtful: false };
    }),
  );
  const idsOf = (...kinds: Reading['kind'][]): number[] =>
    answers.filter(({ reading }) => kinds.includes(reading.kind)).map((answer) => answer.waiting.id);
  const spoiled = [...again, ...failed].map((answer) => answer.waiting);
  await moveAnswersToEvidence(ctx.postgres, spoiled.filter(isOfCheck).map(toEvidence));
  const unusable = spoiled.filter((one) => !isOfCheck(one)).map(({ id }) => id);
  const done = answers.filter(isDonePingback).map((answer) => answer.waiting.id);
  await deleteAnswers(ctx.postgres, [...idsOf('repeated'), ...spare.map((answer) => answer.waiting.id), ...done]);
  await updateAnswerStatus(ctx.postgres, idsOf('unknown'), 'unknown');
  await updateAnswerStatus(ctx.postgres, [...idsOf('collect'), ...unusable], 'unreadable');
  await applyRecorded(ctx, pick(answers, 'early'));
  return {
    applied: applied + kept,
    repeated: idsOf('repeated').length + spare.length + pages.length - applied - unstorable.length + data.length - kept,
    unknown: idsOf('unknown').length,
    toCollect: pick(answers, 'collect').map((answer) => answer.waiting.queued.id),
    again: again.length,
    failed: failed.length,
  };
}

function isDonePingback({ waiting, reading }: ReadAnswer): boolean {
  return waiting.kind === 'pingback' && reading.kind === 'collect';
}

function isOfCheck<One extends WaitingAnswer>(waiting: One): waiting is One & { readonly queued: QueuedCheck } {
  return waiting.queued !== undefined && isCheck(waiting.queued);
}

function pick<Kind extends 'page' | 'data' | 'again' | 'failed' | 'collect' | 'early'>(
  answers: readonly ReadAnswer[],
  kind: Kind,
): Matched<Kind>[] {
  return answers.filter((answer): answer is Matched<Kind> => answer.reading.kind === kind);
}

function oncePerCheck(pages: readonly Matched<'page'>[]): { readonly pages: Matched<'page'>[]; readonly spare: Matched<'page'>[] } {
  const kept = new Map(pages.map((page) => [page.waiting.queued.id, page]));
  return { pages: [...kept.values()], spare: pages.filter((page) => kept.get(page.waiting.queued.id) !== page) };
}

function toUnstorable({ waiting }: Matched<'page'>): Matched<'failed'> {
  return { waiting, reading: { kind: 'failed', error: 'The result page holds what cannot be stored', isStillDue: false } };
}

/**
 * Answers that came before their post was recorded wait for that record. A transaction that is writing it may
 * have looked for answers before these arrived: the lock waits for its end.
 */
async function applyRecorded(ctx: ApplyContext, early: readonly Matched<'early'>[]): Promise<void> {
  if (early.length === 0) return;
  await ctx.postgres.transaction(async (tx) => {
    await lockOpenChecks(
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

/** Posts the checks again in a new batch; the tag distinguishes the posts. */
async function postAgain(ctx: ApplyContext, again: readonly Matched<'again'>[]): Promise<void> {
  for (const [dispatchId, answers] of Map.groupBy(again, ({ waiting }) => waiting.queued.dispatchId)) {
    const batch = newId('task_');
    await ctx.postgres.transaction(async (tx) => {
      const changed = await requeueChecks(
        tx,
        answers.map(({ waiting: { queued }, reading }) => ({ ...queued, batch, readDepth: reading.depth, error: reading.error ?? null })),
        new Date(ctx.clock.realNow()),
      );
      if (changed > 0) await enqueuePost(ctx, tx, { dispatchId, batch });
    });
  }
}
