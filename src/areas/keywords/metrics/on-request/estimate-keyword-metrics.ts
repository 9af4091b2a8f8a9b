import type { AppContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import { toCalls } from '../../answers/ask-in-parts.ts';
import { listRead, type ReadAnswer } from '../../answers/store/readers.ts';
import { listAskedSubjects } from '../store/metrics.ts';
import { toFreshness, toSubjects, type KeywordMetricsQuestion } from './metrics-question.ts';
import { listFreshMetrics } from './store/subjects.ts';

/**
 * What `getKeywordMetrics` would cost at most. For a bound caller only what its own organization has read or tracks is
 * free, so that the answer does not reveal what others asked.
 */
export async function estimateKeywordMetrics(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>,
  question: KeywordMetricsQuestion,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const { byId, source } = toSubjects(ctx, question);
  const fresh = await listFreshMetrics(ctx.postgres, [...byId.keys()], toFreshness(ctx, question));
  const known = [...fresh].map(([id, { askedAt }]) => ({ id, fetchedAt: askedAt }));
  const free = caller !== undefined && isBound(caller) ? await listOwn(ctx, question, known) : new Set(fresh.keys());
  const keywords = [...byId].flatMap(([id, { normalizedText }]) =>
    free.has(id) || !ctx.searchData.takesKeyword(normalizedText) ? [] : [normalizedText],
  );
  const calls = toCalls(keywords, ctx.searchData.keywordsPerCall(source), (keyword) => keyword);
  const { withClickstream } = question;
  return {
    calls: calls.length,
    costUsd: sumUsd(calls.map((group) => ctx.searchData.estimateKeywordsUsd({ source, keywords: group, withClickstream }))),
  };
}

async function listOwn(
  { postgres }: Pick<AppContext, 'postgres'>,
  { organizationId }: KeywordMetricsQuestion,
  known: readonly ReadAnswer[],
): Promise<ReadonlySet<string>> {
  if (organizationId === null || organizationId === undefined) return new Set();
  const [read, tracked] = await Promise.all([
    listRead(postgres, organizationId, known),
    listAskedSubjects(
      postgres,
      known.map(({ id }) => ({ id, organizationId })),
    ),
  ]);
  return read.union(tracked);
}
