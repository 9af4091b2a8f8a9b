/** Positions that `adaptive` reads beyond the last position before it reads everything. */
const MARGIN = 10;
const PAGE_SIZE = 10;

/**
 * How deep a check with the strategy `adaptive` reads at first: around the last position, in full pages
 * (docs/tracking.md, "Reading depth").
 * @param depth results to read at most
 * @param lastPosition null: none is known
 */
export function toAdaptiveDepth(depth: number, lastPosition: number | null): number {
  return lastPosition === null ? depth : Math.min(depth, Math.ceil((lastPosition + MARGIN) / PAGE_SIZE) * PAGE_SIZE);
}
