import type { SearchData, SerpRequest } from '#providers/search-data/index.ts';
import { toAdaptiveDepth } from './adaptive-depth.ts';
import type { CheckInterval } from './due-time.ts';
import { toKind, type DepthStrategy, type KeywordSubject, type TrackedKey } from '../keyword.ts';

/** Checks of one keyword in a month of 30 days. */
export const CHECKS_A_MONTH: Readonly<Record<CheckInterval, number>> = { daily: 30, weekly: 30 / 7, monthly: 1, manual: 0 };

/** The page that a check of the keyword reads. */
export function toSerpRequest(
  row: Omit<TrackedKey, 'projectId' | 'keywordId'> & KeywordSubject & Pick<SerpRequest, 'depth' | 'loadsOverview'>,
): SerpRequest {
  return {
    engine: row.engine,
    kind: toKind(row.channel),
    keyword: row.keywordText,
    locationCode: row.locationCode,
    languageCode: row.languageCode,
    device: row.device,
    depth: row.depth,
    loadsOverview: row.loadsOverview,
  };
}

/** Knows what a call costs before it is made. */
export type CheckPrices = Pick<SearchData, 'estimateQueuedSerpUsd'>;

/** How a tracked keyword is checked. */
export interface PricedCheck extends Omit<TrackedKey, 'projectId' | 'keywordId'>, KeywordSubject {
  readonly depth: number;
  readonly depthStrategy: DepthStrategy;
  /** Among the results of the channel, which `depth` counts. Null: none is known. */
  readonly lastPosition: number | null;
  /** As the project has it: `settings.load_ai_overviews`. */
  readonly loadsOverview?: boolean | undefined;
}

/** What the next check of a keyword costs at most, by the queue. */
export function estimateCheckUsd(prices: CheckPrices, check: PricedCheck): number {
  const depth = check.depthStrategy === 'adaptive' ? toAdaptiveDepth(check.depth, check.lastPosition) : check.depth;
  return prices.estimateQueuedSerpUsd(toSerpRequest({ ...check, depth }), 'normal');
}
