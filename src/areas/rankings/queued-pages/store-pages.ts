import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { ensureEvidencePartition, moveAnswersToEvidence } from '../runs/store/evidence.ts';
import { announceChecks, type Announcing } from '../ingest/announce-checks.ts';
import { toEndedCheck } from '../ingest/ingest-serp.ts';
import { isUnstorable, storePages } from '../ingest/store/ingest.ts';
import { updateChecks, lockOpenChecks, type CheckUpdate } from '#purchases/tasks/store.ts';
import { deleteFailedRuns, ensureRunPartition } from '../runs/store/runs.ts';
import { toRunId } from '#purchases/tasks/queued.ts';
import type { Matched } from '#purchases/answers/read-answer.ts';

type ApplyContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox'> & Announcing;
type Page = Matched<'page'>;

export interface AppliedPages {
  readonly applied: number;
  /** Pages that the store can never take. */
  readonly unstorable: readonly Page[];
}

/**
 * Turns pages into runs and positions, all in one transaction. When one of them cannot be stored, each is
 * tried alone, so that the others are still applied.
 */
export async function applyPages(ctx: ApplyContext, pages: readonly Page[]): Promise<AppliedPages> {
  if (pages.length === 0) return { applied: 0, unstorable: [] };
  try {
    return { applied: await applyTogether(ctx, pages), unstorable: [] };
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    if (pages.length === 1) return { applied: 0, unstorable: pages };
  }
  const ends: AppliedPages[] = [];
  for (const page of pages) ends.push(await applyPages(ctx, [page]));
  return {
    applied: ends.reduce((sum, { applied }) => sum + applied, 0),
    unstorable: ends.flatMap(({ unstorable }) => unstorable),
  };
}

/** @returns how many were applied now */
async function applyTogether(ctx: ApplyContext, pages: readonly Page[]): Promise<number> {
  for (const { waiting } of pages) {
    await ensureRunPartition(ctx.postgres, waiting.queued.postedAt);
    await ensureEvidencePartition(ctx.postgres, waiting.queued.postedAt);
  }
  const applied = await ctx.postgres.transaction((tx) => applyOpen(ctx, tx, pages));
  ctx.outbox.noteAppended(applied.reduce((sum, { reading }) => sum + reading.ingest.rowsCount, 0));
  announceChecks(
    ctx,
    applied.map(({ reading }) => toEndedCheck(reading.ingest.page)),
  );
  return applied.length;
}

/** The run that an answer is evidence of. */
export function toEvidence({ id, queued }: Page['waiting']) {
  return { answerId: id, runId: toRunId(queued), createdAt: queued.postedAt };
}

/** Applies the pages that no other process has applied. */
async function applyOpen(ctx: ApplyContext, tx: Transaction, pages: readonly Page[]): Promise<Page[]> {
  const open = await lockOpenChecks(
    tx,
    pages.map(({ waiting }) => waiting.queued.id),
  );
  const mine = pages.filter(({ waiting: { queued } }) => open.get(queued.id)?.round === queued.round);
  const appliedAt = new Date(ctx.clock.realNow());
  // A post in doubt may be recorded as failed and be found by a later dispatch: then the failure is removed.
  await deleteFailedRuns(
    tx,
    mine.map(({ waiting }) => toRunId(waiting.queued)),
  );
  await storePages(
    tx,
    mine.map(({ reading }) => reading.ingest.page),
    appliedAt,
  );
  await updateChecks(
    tx,
    mine.map(({ reading, waiting: { queued } }): CheckUpdate => {
      const { ranked, notFound } = reading.ingest;
      // A page of any post of the round ends the check.
      const { id, round, post } = open.get(queued.id) ?? queued;
      return { id, round, post, status: 'completed', isDoubtful: false, ranked, notFound };
    }),
    appliedAt,
  );
  await moveAnswersToEvidence(
    tx,
    pages.map(({ waiting }) => toEvidence(waiting)),
  );
  return mine;
}
