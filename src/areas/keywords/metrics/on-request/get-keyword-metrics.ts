import type { SpendScope } from '#providers/metering.ts';
import { buyOnce } from '#purchases/index.ts';
import { insertReads } from '../../answers/store/readers.ts';
import { toBuyer } from '../../answers/to-buyer.ts';
import type { MetricsSubject } from '../metrics.ts';
import { insertSubjects } from '../store/metrics.ts';
import { askKeywordMetrics, type KeywordMetricsContext } from './ask-keyword-metrics.ts';
import {
  toFreshness,
  toSubjects,
  type KeywordMetricsOutcome,
  type KeywordMetricsQuestion,
  type KeywordMetricsResult,
  type StoredMetricsAnswer,
} from './metrics-question.ts';
import { listSources } from './store/sources.ts';
import { listFreshMetrics } from './store/subjects.ts';

/**
 * The metrics of keywords: those that came less than a day ago, for whichever project, and the others
 * bought in as few calls as can be. Tracked keywords get them as well.
 * @throws OutsideError; what other calls brought is stored
 * @throws AppError `unavailable` when another asks the same and takes too long
 */
export async function getKeywordMetrics(
  ctx: KeywordMetricsContext,
  question: KeywordMetricsQuestion,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<KeywordMetricsResult> {
  const subjects = toSubjects(ctx, question);
  const { answers, ...outcome } = await buyOnce<StoredMetricsAnswer>(ctx, {
    keys: [...subjects.byId.keys()],
    find: async (ids) => await listFreshMetrics(ctx.postgres, ids, toFreshness(ctx, question)),
    ...toBuyer(scope),
    signal,
    buy: async (ids, ownSignal) => {
      const wanted = new Map(ids.toSorted().map((id) => [id, subjects.byId.get(id) as MetricsSubject]));
      await insertSubjects(ctx.postgres, wanted, ctx.clock.now());
      const asked = [...wanted].map(([id, { normalizedText: keyword }]) => ({ id, keyword }));
      return await askKeywordMetrics(ctx, { question, subjects, scope, asked, signal: ownSignal });
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
    metrics: new Map(
      named.map(({ id, keyword, stored }): [string, KeywordMetricsOutcome] => [
        keyword,
        stored.state === 'known' ? { ...stored.metrics, ...sources?.get(id) } : stored.state,
      ]),
    ),
    refusals: new Map(named.flatMap(({ keyword, stored }) => (stored.state === 'refused' ? [[keyword, stored.reason] as const] : []))),
  };
}
