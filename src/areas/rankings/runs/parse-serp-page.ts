import { toAdaptiveDepth } from '#areas/keywords/index.ts';
import type { QueuedSerpAnswer } from '#providers/search-data/index.ts';
import { mayStopEarly, toQueryId, type SerpCheck } from '../check.ts';
import { isOverviewMissing } from '../ingest/cited-places.ts';
import { matchResults } from '../ingest/match-results.ts';
import type { RunPage, SerpRun } from './serp-run.ts';

/** How deep to read at first: `adaptive` begins around the last position (docs/tracking.md, "Reading depth"). */
export function toFirstDepth(check: SerpCheck): number {
  if (check.depthStrategy !== 'adaptive' || check.lookFor.length === 0) return check.depth;
  return toAdaptiveDepth(check.depth, check.lastPosition);
}

/** Whether an answer that was read to `depth` is all that the check wants. */
export function isEnough(check: SerpCheck, answer: Pick<QueuedSerpAnswer, 'items'>, depth: number): boolean {
  return depth >= check.depth || countFound(check, answer) === check.lookFor.length;
}

function countFound({ lookFor, channel }: SerpCheck, { items }: Pick<QueuedSerpAnswer, 'items'>): number {
  const targets = lookFor.map((domain) => ({ key: domain, domain }));
  return matchResults(items, targets, channel).size;
}

/** What the check adds to the answer to make it a run. */
export type RunOrigin = Pick<SerpRun, 'id' | 'projectId' | 'workflowId' | 'costUsd' | 'checkTs' | 'fetchedAt'>;

/** The page that an answer is, read to `depth`. */
export function parseSerpPage(
  check: SerpCheck,
  { answer, depth }: { answer: Omit<QueuedSerpAnswer, 'tag'>; depth: number },
  run: RunOrigin,
): RunPage {
  const isCutShort = depth < check.depth || (mayStopEarly(check) && countFound(check, answer) > 0);
  return {
    items: answer.items,
    run: {
      ...run,
      queryId: toQueryId(check),
      checkUrl: answer.checkUrl,
      itemsCount: answer.itemsCount,
      seResultsCount: answer.seResultsCount,
      depth: isCutShort ? Math.min(check.depth, answer.checkedDepth) : check.depth,
      checkedDepth: answer.checkedDepth,
      features: answer.features,
      isOverviewMissing: check.loadsOverview !== true && isOverviewMissing(answer.items),
      provider: answer.provider,
      taskId: answer.taskId,
    },
  };
}
