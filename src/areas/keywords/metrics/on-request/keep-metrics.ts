import type { AppContext } from '#context';
import type { KeywordMetrics, KeywordsAnswer } from '#providers/search-data/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { AskedKeyword } from '../../answers/ask-in-parts.ts';
import { appendMetrics } from '../metrics-history.ts';
import { mergeMonths, toDueAt, type MetricsStatus } from '../metrics.ts';
import { updateKnown, updateUnanswered, type AskedAt } from '../store/metric-batches.ts';
import { copyMetrics } from '../store/metrics.ts';
import type { KnownKeywordMetrics } from './metrics-question.ts';
import { lockMonths } from './store/history.ts';
import { upsertSources } from './store/sources.ts';
import { updateClickstreamAsked } from './store/subjects.ts';

export interface AnsweredSubjects {
  readonly asked: readonly AskedKeyword[];
  readonly answer: KeywordsAnswer & { readonly state: 'answered' };
  readonly withClickstream: boolean;
  /** When the answer came; in the observed world. */
  readonly askedAt: Date;
}

/**
 * Writes an answer: the metrics, the keywords that show them and their history, and what the provider
 * knows nothing about. Earlier months of a keyword stay.
 * @returns the metrics by the id of their subject
 */
export async function keepMetrics(
  ctx: Pick<AppContext, 'outbox'>,
  tx: Transaction,
  { asked, answer, withClickstream, askedAt }: AnsweredSubjects,
): Promise<ReadonlyMap<string, KnownKeywordMetrics>> {
  const answered = asked.flatMap(({ id, keyword }) => {
    const metrics = answer.metrics.get(keyword);
    return metrics === undefined ? [] : [{ ...metrics, id }];
  });
  const unknown = asked.filter(({ keyword }) => !answer.metrics.has(keyword)).map(({ id }) => id);
  const monthsMax = Math.max(0, ...answered.map(({ monthlySearches }) => monthlySearches.length));
  const earlier = await lockMonths(
    tx,
    answered.map(({ id }) => id),
  );
  const merged = answered.map((metrics) => ({
    ...metrics,
    monthlySearches: mergeMonths(metrics.monthlySearches, earlier.get(metrics.id) ?? []),
  }));
  const metricsIds = merged.map(({ id }) => id);
  await updateKnown(tx, merged, toAskedAt(askedAt, 'known'));
  await upsertSources(tx, answered, askedAt);
  if (withClickstream) await updateClickstreamAsked(tx, metricsIds, askedAt);
  await appendMetrics(ctx, tx, await copyMetrics(tx, { metricsIds }), { monthsMax });
  await updateUnanswered(tx, unknown, { ...toAskedAt(askedAt, 'unknown'), status: 'unknown', problem: null, batchMax: null });
  return new Map(merged.map((metrics) => [metrics.id, toKnownMetrics(metrics, askedAt)]));
}

/** What is stored of them. */
function toKnownMetrics(metrics: KeywordMetrics, knownAt: Date): KnownKeywordMetrics {
  const { keyword, searchVolume, cpc, competition, competitionLevel, keywordDifficulty, intent, categories, monthlySearches } = metrics;
  return { keyword, searchVolume, cpc, competition, competitionLevel, keywordDifficulty, intent, categories, monthlySearches, knownAt };
}

/** When these are asked, and when again. */
export function toAskedAt(askedAt: Date, status: MetricsStatus): AskedAt {
  return { askedAt, dueAt: toDueAt(askedAt, status) };
}
