import type { SpendScope } from '#providers/metering.ts';
import { askOnce, type AnswerStore, type Asked } from '../answers/ask-once.ts';
import { insertReads } from '../answers/store/readers.ts';
import { toHolder } from '../answers/to-holder.ts';
import type { MetricsSubject } from '../metrics/metrics.ts';
import type { HeldSubject } from '../metrics/store/metric-batches.ts';
import { insertSubjects } from '../metrics/store/metrics.ts';
import { askFigures, type FiguresAsking, type FiguresContext } from './ask-figures.ts';
import { toFreshness, toSubjects, type FiguresOutcome, type FiguresQuestion, type FiguresResult, type StoredFigures } from './figures.ts';
import { listSources } from './store/sources.ts';
import { extendHold, holdSubjects, listFreshFigures, releaseHold } from './store/subjects.ts';

/**
 * The figures of keywords: those that came less than a day ago, for whichever project, and the others
 * bought in as few calls as can be. Tracked keywords get them as well.
 * @throws OutsideError; what other calls brought is stored
 * @throws AppError `unavailable` when another asks the same and takes too long
 */
export async function getFigures(
  ctx: FiguresContext,
  question: FiguresQuestion,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<FiguresResult> {
  const subjects = toSubjects(ctx, question);
  const { heldBy, waitMs } = toHolder(scope);
  const { answers, ...outcome } = await askOnce(ctx, { ...makeAsking(ctx, { question, subjects, scope, heldBy }), signal, waitMs });
  await insertReads(
    ctx.postgres,
    question.organizationId,
    [...answers].map(([id, { askedAt }]) => ({ id, fetchedAt: askedAt })),
  );
  const sources = question.withClickstream === true ? await listSources(ctx.postgres, [...answers.keys()]) : undefined;
  const named = [...answers].map(([id, stored]) => ({ stored, id, keyword: subjects.byId.get(id)?.normalizedText ?? '' }));
  return {
    ...outcome,
    figures: new Map(
      named.map(({ id, keyword, stored }): [string, FiguresOutcome] => [
        keyword,
        stored.state === 'known' ? { ...stored.figures, ...sources?.get(id) } : stored.state,
      ]),
    ),
    refusals: new Map(named.flatMap(({ keyword, stored }) => (stored.state === 'refused' ? [[keyword, stored.reason] as const] : []))),
  };
}

function makeAsking(ctx: FiguresContext, asking: FiguresAsking) {
  const { question, subjects, heldBy } = asking;
  const held = new Map<string, HeldSubject>();
  const store: AnswerStore<StoredFigures> = {
    list: async (ids) => await listFreshFigures(ctx.postgres, ids, toFreshness(ctx, question)),
    hold: async (ids, hold) => {
      const wanted = new Map(ids.toSorted().map((id) => [id, subjects.byId.get(id) as MetricsSubject]));
      await insertSubjects(ctx.postgres, wanted, ctx.clock.now());
      const taken = await holdSubjects(ctx.postgres, ids, { ...hold, fresh: toFreshness(ctx, question) });
      for (const subject of taken) held.set(subject.id, subject);
      return taken.map(({ id }) => id);
    },
    extend: async (ids, hold) => await extendHold(ctx.postgres, ids, hold),
    release: async (ids, by) => await releaseHold(ctx.postgres, ids, by),
  };
  const ask = async (ids: readonly string[], signal: AbortSignal): Promise<Asked<StoredFigures>> =>
    await askFigures(ctx, { ...asking, held: ids.flatMap((id) => held.get(id) ?? []), signal });
  return { ids: [...subjects.byId.keys()], store, heldBy, ask };
}
