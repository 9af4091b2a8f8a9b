import type { Estimate } from '#areas/costs/index.ts';
import type { Caller } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordMetricsContext } from './ask-keyword-metrics.ts';
import { estimateKeywordMetrics } from './estimate-keyword-metrics.ts';
import type { KeywordMetricsQuestion, KeywordMetricsResult } from './metrics-question.ts';
import { USUAL_MONTHS } from '../metrics.ts';
import { estimateHistory, getHistory, type HistoryResult } from './get-history.ts';
import { getKeywordMetrics } from './get-keyword-metrics.ts';

export interface OverviewQuestion extends KeywordMetricsQuestion {
  /** Above 12 the past is bought where it is not known. */
  readonly historyMonths: number | undefined;
}

export type Overview = KeywordMetricsResult & Pick<HistoryResult, 'histories'>;

/**
 * The metrics of keywords, and their months as far back as is wanted.
 * @throws OutsideError, AppError as `getKeywordMetrics`; what was bought until then is kept
 */
export async function getOverview(
  ctx: KeywordMetricsContext,
  question: OverviewQuestion,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<Overview> {
  const metrics = await getKeywordMetrics(ctx, question, scope, { signal });
  const isAsked = wantsHistory(question) && metrics.stoppedBy === undefined;
  const history = await getHistory(ctx, question, scope, { signal, isAsked });
  return {
    ...metrics,
    histories: history.histories,
    costUsd: sumUsd([metrics.costUsd, history.costUsd]),
    isCached: metrics.isCached && history.costUsd === 0,
    stoppedBy: metrics.stoppedBy ?? history.stoppedBy,
  };
}

/** What `getOverview` would cost at most. */
export async function estimateOverview(ctx: KeywordMetricsContext, question: OverviewQuestion, caller: Caller): Promise<Estimate> {
  const metrics = await estimateKeywordMetrics(ctx, question, caller);
  if (!wantsHistory(question)) return metrics;
  const history = await estimateHistory(ctx, question, caller);
  return { calls: metrics.calls + history.calls, costUsd: sumUsd([metrics.costUsd, history.costUsd]) };
}

function wantsHistory({ historyMonths = USUAL_MONTHS }: OverviewQuestion): boolean {
  return historyMonths > USUAL_MONTHS;
}
