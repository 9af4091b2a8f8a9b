import type { SpendScope } from '#providers/metering.ts';
import { buyOnce } from '#purchases/index.ts';
import { insertReads } from '../answers/store/readers.ts';
import { toBuyer } from '../answers/to-buyer.ts';
import type { MetricsSubject } from '../metrics/metrics.ts';
import { insertSubjects } from '../metrics/store/metrics.ts';
import { askFigures, type FiguresContext } from './ask-figures.ts';
import { toFreshness, toSubjects, type FiguresOutcome, type FiguresQuestion, type FiguresResult, type StoredFigures } from './figures.ts';
import { listSources } from './store/sources.ts';
import { listFreshFigures } from './store/subjects.ts';

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
  const { answers, ...outcome } = await buyOnce<StoredFigures>(ctx, {
    keys: [...subjects.byId.keys()],
    find: async (ids) => await listFreshFigures(ctx.postgres, ids, toFreshness(ctx, question)),
    ...toBuyer(scope),
    signal,
    buy: async (ids, ownSignal) => {
      const wanted = new Map(ids.toSorted().map((id) => [id, subjects.byId.get(id) as MetricsSubject]));
      await insertSubjects(ctx.postgres, wanted, ctx.clock.now());
      const asked = [...wanted].map(([id, { normalizedText: keyword }]) => ({ id, keyword }));
      return await askFigures(ctx, { question, subjects, scope, asked, signal: ownSignal });
    },
  });
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
