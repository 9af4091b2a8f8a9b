import type { ResultMatch } from './match-results.ts';

/** How the page was read. */
export interface PageReading {
  /** Results that were asked for; where reading ended at a hit, how far it came. */
  readonly depth: number;
  /** How deep was really read. */
  readonly checkedDepth: number;
  readonly itemsCount: number;
}

/** What was known before. */
export interface LastGood {
  /** Null: not found. */
  readonly position: number | null;
  readonly checkedDepth: number | null;
}

export type Outcome =
  | { readonly status: 'ranked'; readonly match: ResultMatch }
  | { readonly status: 'not_found' }
  /** The page says nothing about this target; what was known stays. */
  | { readonly status: 'inconclusive' };

/**
 * The outcome of a page that was read, for one target (decisions, section 2 "Outcome of a check").
 * "Not found" is said only of what was read: a page read less deep than the project tracks says
 * nothing about a target that is known to stand deeper.
 */
export function decideOutcome(
  match: ResultMatch | undefined,
  reading: PageReading,
  { trackedDepth, last }: { readonly trackedDepth: number; readonly last: LastGood | undefined },
): Outcome {
  if (match !== undefined) return { status: 'ranked', match };
  if (reading.depth >= trackedDepth || last === undefined || reading.itemsCount === 0) return { status: 'not_found' };
  return reading.checkedDepth >= (last.position ?? last.checkedDepth ?? 0) ? { status: 'not_found' } : { status: 'inconclusive' };
}

/** Whether a page tells how deep it was read: results without a depth do not, so nothing is "not found" on it. */
export function isDepthKnown({ checkedDepth, itemsCount }: Pick<PageReading, 'checkedDepth' | 'itemsCount'>): boolean {
  return checkedDepth > 0 || itemsCount === 0;
}
