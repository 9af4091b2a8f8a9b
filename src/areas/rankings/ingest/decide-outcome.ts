import { OutsideError } from '#kernel/errors.ts';
import type { SerpAnswer } from '#providers/search-data/index.ts';
import type { ResultMatch } from './match-results.ts';

/** How deep the page was read. */
export interface PageReading {
  /** How many results were asked for; where reading ended at a hit, how many were read. */
  readonly depth: number;
  /** How many results were read. */
  readonly checkedDepth: number;
  readonly itemsCount: number;
}

/** What was known before. */
export interface LastGood {
  /** Among the results of the channel, which a depth counts. Null: not found. */
  readonly rankGroup: number | null;
  readonly checkedDepth: number | null;
}

export type Outcome =
  | { readonly status: 'ranked'; readonly match: ResultMatch }
  | { readonly status: 'not_found' }
  /** The page does not cover this target; the last outcome stays. */
  | { readonly status: 'inconclusive' };

/**
 * The outcome of a page that was read, for one target. "Not found" covers only what was read: a page read
 * less deep than the project tracks does not cover a target whose last position is deeper.
 */
export function decideOutcome(
  match: ResultMatch | undefined,
  reading: PageReading,
  { trackedDepth, last }: { readonly trackedDepth: number; readonly last: LastGood | undefined },
): Outcome {
  if (match !== undefined) return { status: 'ranked', match };
  if (reading.depth >= trackedDepth || last === undefined || reading.itemsCount === 0) return { status: 'not_found' };
  return reading.checkedDepth >= (last.rankGroup ?? last.checkedDepth ?? 0) ? { status: 'not_found' } : { status: 'inconclusive' };
}

/** Whether it is known how deep a page was read. Without that, a target missing from the results is not "not found". */
export function isDepthKnown({ checkedDepth, itemsCount }: Pick<PageReading, 'checkedDepth' | 'itemsCount'>): boolean {
  return checkedDepth > 0 || itemsCount === 0;
}

/** @throws OutsideError `parse`: without the depth, a missing target cannot be called "not found" */
export function assertDepthKnown(answer: Pick<SerpAnswer, 'checkedDepth' | 'items' | 'provider'>): void {
  if (isDepthKnown({ checkedDepth: answer.checkedDepth, itemsCount: answer.items.length })) return;
  throw new OutsideError({ service: answer.provider, kind: 'parse', message: 'The result page does not tell how deep it was read' });
}
