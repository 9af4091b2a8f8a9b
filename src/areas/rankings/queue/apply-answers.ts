import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { prepareIngest, type PreparedPage } from '../ingest-serp.ts';
import { toPage } from '../page-of-answer.ts';
import { deleteAnswers, listWaitingAnswers, setAnswersAside } from '../store/answers.ts';
import { ensureEvidencePartition, moveAnswersToEvidence } from '../store/evidence.ts';
import { applyPage } from '../store/ingest.ts';
import { changeChecks, lockOpenChecks, readAgain, type CheckChange } from '../store/queue.ts';
import { deleteFailedRun, ensureRunPartition } from '../store/runs.ts';
import { listTrackingProjectsOf } from '../store/tracking.ts';
import { failChecks } from './fail-checks.ts';
import { toRunId } from './queued-check.ts';
import { readAnswer, type Matched, type ReadAnswer, type Reading } from './read-answer.ts';

type ApplyContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData' | 'workflows'>;

export interface ApplySummary {
  readonly applied: number;
  /** Delivered before, or no longer wanted. */
  readonly repeated: number;
  /** Naming no check of ours. */
  readonly unknown: number;
  /** Checks whose answer came damaged, or of which only its being done was told: it is to be collected. */
  readonly toCollect: readonly string[];
  /** Posted again: the provider could not do them, or they are to be read deeper. */
  readonly again: number;
  readonly failed: number;
}

/**
 * Applies answers of the queue: each is matched to the post that it names, read, and turned into
 * positions, with everything that follows from it in one transaction (ARCHITECTURE.md, "A daily check"). In
 * whatever order and however often they come, a check becomes one run.
 */
export async function applyAnswers(ctx: ApplyContext, answerIds: readonly number[]): Promise<ApplySummary> {
  const waiting = await listWaitingAnswers(ctx.postgres, answerIds);
  const answers = await Promise.all(waiting.map((one) => readAnswer(ctx, one)));
  const pages = oncePerCheck(pick(answers, 'page'));
  const applied = await applyPages(ctx, pages);

  const again = pick(answers, 'again');
  await postAgain(ctx, again);
  const failed = pick(answers, 'failed');
  await failChecks(
    ctx,
    failed.map(({ waiting: { queued }, reading }) => ({ ...queued, ...reading, isDoubtful: false })),
  );
  const idsOf = (...kinds: Reading['kind'][]): number[] =>
    answers.filter(({ reading }) => kinds.includes(reading.kind)).map((answer) => answer.waiting.id);
  await moveAnswersToEvidence(
    ctx.postgres,
    [...again, ...failed].map(({ waiting: one }) => toEvidence(one)),
  );
  await deleteAnswers(ctx.postgres, [...idsOf('repeated'), ...answers.filter(isDonePingback).map((answer) => answer.waiting.id)]);
  await setAnswersAside(ctx.postgres, idsOf('unknown'), 'unknown');
  await setAnswersAside(ctx.postgres, idsOf('collect'), 'unreadable');
  return {
    applied,
    repeated: idsOf('repeated').length + pick(answers, 'page').length - applied,
    unknown: idsOf('unknown').length,
    toCollect: pick(answers, 'collect').map((answer) => answer.waiting.queued.id),
    again: again.length,
    failed: failed.length,
  };
}

function isDonePingback({ waiting, reading }: ReadAnswer): boolean {
  return waiting.kind === 'pingback' && reading.kind === 'collect';
}

function pick<Kind extends 'page' | 'again' | 'failed' | 'collect'>(answers: readonly ReadAnswer[], kind: Kind): Matched<Kind>[] {
  return answers.filter((answer): answer is Matched<Kind> => answer.reading.kind === kind);
}

function oncePerCheck(pages: readonly Matched<'page'>[]): Matched<'page'>[] {
  return [...new Map(pages.map((page) => [page.waiting.queued.id, page])).values()];
}

/** @returns how many were applied now */
async function applyPages(ctx: ApplyContext, pages: readonly Matched<'page'>[]): Promise<number> {
  if (pages.length === 0) return 0;
  const projects = await listTrackingProjectsOf(
    ctx.postgres,
    pages.map(({ waiting }) => waiting.queued.check),
  );
  const prepared = pages.map((page, at) => ({ ...page, ...toPrepared(ctx, page, projects[at] ?? []) }));
  for (const { waiting } of prepared) {
    await ensureRunPartition(ctx.postgres, waiting.queued.postedAt);
    await ensureEvidencePartition(ctx.postgres, waiting.queued.postedAt);
  }
  const applied = await ctx.postgres.transaction((tx) => applyOpen(ctx, tx, prepared));
  ctx.outbox.noteAppended(applied.reduce((sum, { ingest }) => sum + ingest.rowsCount, 0));
  return applied.length;
}

interface Prepared extends Matched<'page'> {
  readonly ingest: PreparedPage;
}

function toEvidence({ id, queued }: Matched<'page'>['waiting']) {
  return { answerId: id, runId: toRunId(queued), createdAt: queued.postedAt };
}

/** The page as a run of its check, of the day that it was posted on. */
function toPrepared(ctx: ApplyContext, { waiting: { queued }, reading }: Matched<'page'>, projects: Parameters<typeof prepareIngest>[1]) {
  const page = toPage(queued.check, reading, {
    id: toRunId(queued),
    projectId: queued.projectIds[0] ?? null,
    workflowId: queued.dispatchId,
    costUsd: queued.costUsd,
    checkTs: queued.postedAt,
    fetchedAt: new Date(ctx.clock.realNow()),
  });
  return { ingest: prepareIngest({ check: queued.check, page }, projects) };
}

/** Applies what no other process has applied meanwhile. */
async function applyOpen(ctx: ApplyContext, tx: Transaction, prepared: readonly Prepared[]): Promise<Prepared[]> {
  const open = await lockOpenChecks(
    tx,
    prepared.map(({ waiting }) => waiting.queued.id),
  );
  const mine = prepared.filter(({ waiting: { queued } }) => open.get(queued.id) === queued.round);
  const appliedAt = new Date(ctx.clock.realNow());
  for (const { ingest, waiting } of mine) {
    if (waiting.queued.status === 'failed') await deleteFailedRun(tx, toRunId(waiting.queued));
    await applyPage(tx, { ...ingest.page, appliedAt });
  }
  await changeChecks(
    tx,
    mine.map(({ ingest, waiting: { queued } }): CheckChange => {
      const { ranked, notFound } = ingest;
      return { id: queued.id, round: queued.round, status: 'completed', isDoubtful: false, ranked, notFound };
    }),
    appliedAt,
  );
  await moveAnswersToEvidence(
    tx,
    prepared.map(({ waiting }) => toEvidence(waiting)),
  );
  return mine;
}

/** Once more, in a post of their own; the tag tells it from the one before. */
async function postAgain(ctx: ApplyContext, again: readonly Matched<'again'>[]): Promise<void> {
  for (const [dispatchId, answers] of Map.groupBy(again, ({ waiting }) => waiting.queued.dispatchId)) {
    const batch = newId('task_');
    await ctx.postgres.transaction(async (tx) => {
      const changed = await readAgain(
        tx,
        answers.map(({ waiting: { queued }, reading }) => ({ ...queued, batch, readDepth: reading.depth, error: reading.error ?? null })),
        new Date(ctx.clock.realNow()),
      );
      if (changed > 0)
        await ctx.workflows.enqueue(tx, 'serp-post', { dispatch_id: dispatchId, batch }, { id: `serp-post:${dispatchId}:${batch}` });
    });
  }
}
