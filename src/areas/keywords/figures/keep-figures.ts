import type { AppContext } from '#context';
import type { KeywordFigures, KeywordsAnswer } from '#providers/search-data/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { AskedKeyword } from '../answers/ask-in-parts.ts';
import { appendMetrics } from '../metrics/metrics-history.ts';
import { mergeMonths, toDueAt, type MetricsStatus } from '../metrics/metrics.ts';
import { updateKnown, updateUnanswered, type AskedAt } from '../metrics/store/metric-batches.ts';
import { copyMetrics } from '../metrics/store/metrics.ts';
import type { KnownFigures } from './figures.ts';
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
 * Writes an answer: the figures, the keywords that show them and their history, and what the provider
 * knows nothing about. Earlier months of a keyword stay.
 * @returns the figures by the id of their subject
 */
export async function keepFigures(
  ctx: Pick<AppContext, 'outbox'>,
  tx: Transaction,
  { asked, answer, withClickstream, askedAt }: AnsweredSubjects,
): Promise<ReadonlyMap<string, KnownFigures>> {
  const answered = asked.flatMap(({ id, keyword }) => {
    const figures = answer.figures.get(keyword);
    return figures === undefined ? [] : [{ ...figures, id }];
  });
  const unknown = asked.filter(({ keyword }) => !answer.figures.has(keyword)).map(({ id }) => id);
  const monthsMax = Math.max(0, ...answered.map(({ monthlySearches }) => monthlySearches.length));
  const earlier = await lockMonths(
    tx,
    answered.map(({ id }) => id),
  );
  const merged = answered.map((figures) => ({
    ...figures,
    monthlySearches: mergeMonths(figures.monthlySearches, earlier.get(figures.id) ?? []),
  }));
  const figuresIds = merged.map(({ id }) => id);
  await updateKnown(tx, merged, toAskedAt(askedAt, 'known'));
  await upsertSources(tx, answered, askedAt);
  if (withClickstream) await updateClickstreamAsked(tx, figuresIds, askedAt);
  await appendMetrics(ctx, tx, await copyMetrics(tx, { figuresIds }), { monthsMax });
  await updateUnanswered(tx, unknown, { ...toAskedAt(askedAt, 'unknown'), status: 'unknown', problem: null, batchMax: null });
  return new Map(merged.map((figures) => [figures.id, toKnownFigures(figures, askedAt)]));
}

/** What is stored of them. */
function toKnownFigures(figures: KeywordFigures, knownAt: Date): KnownFigures {
  const { keyword, searchVolume, cpc, competition, competitionLevel, keywordDifficulty, intent, categories, monthlySearches } = figures;
  return { keyword, searchVolume, cpc, competition, competitionLevel, keywordDifficulty, intent, categories, monthlySearches, knownAt };
}

/** When these are asked, and when again. */
export function toAskedAt(askedAt: Date, status: MetricsStatus): AskedAt {
  return { askedAt, dueAt: toDueAt(askedAt, status) };
}
