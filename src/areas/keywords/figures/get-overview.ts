import type { Estimate } from '#areas/costs/index.ts';
import type { Caller } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { FiguresContext } from './ask-figures.ts';
import { estimateFigures } from './estimate-figures.ts';
import type { FiguresQuestion, FiguresResult } from './figures.ts';
import { USUAL_MONTHS } from '../metrics/metrics.ts';
import { estimateHistory, getHistory, type HistoryResult } from './get-history.ts';
import { getFigures } from './get-figures.ts';

export interface OverviewQuestion extends FiguresQuestion {
  /** Above 12 the past is bought where it is not known. */
  readonly historyMonths: number | undefined;
}

export type Overview = FiguresResult & Pick<HistoryResult, 'histories'>;

/**
 * The figures of keywords, and their months as far back as is wanted.
 * @throws OutsideError, AppError as `getFigures`; what was bought until then is kept
 */
export async function getOverview(
  ctx: FiguresContext,
  question: OverviewQuestion,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<Overview> {
  const figures = await getFigures(ctx, question, scope, { signal });
  const isAsked = wantsHistory(question) && figures.stoppedBy === undefined;
  const history = await getHistory(ctx, question, scope, { signal, isAsked });
  return {
    ...figures,
    histories: history.histories,
    costUsd: sumUsd([figures.costUsd, history.costUsd]),
    isCached: figures.isCached && history.costUsd === 0,
    stoppedBy: figures.stoppedBy ?? history.stoppedBy,
  };
}

/** What `getOverview` would cost at most. */
export async function estimateOverview(ctx: FiguresContext, question: OverviewQuestion, caller: Caller): Promise<Estimate> {
  const figures = await estimateFigures(ctx, question, caller);
  if (!wantsHistory(question)) return figures;
  const history = await estimateHistory(ctx, question, caller);
  return { calls: figures.calls + history.calls, costUsd: sumUsd([figures.costUsd, history.costUsd]) };
}

function wantsHistory({ historyMonths = USUAL_MONTHS }: OverviewQuestion): boolean {
  return historyMonths > USUAL_MONTHS;
}
