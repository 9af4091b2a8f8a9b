import type { CurveCell } from '../ctr-curve/curve.ts';
import { IMPRESSIONS_MIN, POSITIONS } from '../ctr-curve/curve.ts';

/** Fewer places with a value are no curve. */
const KNOWN_MIN = 4;

export interface Weights {
  /** Of places 1 to 20, which add up to 1. Deeper ones have no voice. */
  readonly byPosition: readonly number[];
  /** Places that have a value of their own; the others lie on the line between their neighbours. */
  readonly known: readonly number[];
}

/**
 * What part of a page's clicks each place gets, by the curve of all devices. A place is never worth more than one above it: what a few
 * people did there is chance.
 * @returns undefined: too few places have a value, or none of the first three
 */
export function toWeights(cells: readonly CurveCell[]): Weights | undefined {
  const shares = Array.from({ length: POSITIONS }, (_none, at) =>
    toShare(cells.filter(({ kind, position }) => kind === 'any' && position === at + 1)),
  );
  const known = shares.flatMap((share, at) => (share === undefined ? [] : [at + 1]));
  const [first, last] = [known[0], known.at(-1)];
  if (known.length < KNOWN_MIN || first === undefined || last === undefined || first > 3) return undefined;
  const filled = shares.map((share, at) => share ?? fill(shares, at));
  const falling: number[] = [];
  for (const share of filled) falling.push(Math.min(share, falling.at(-1) ?? share));
  const total = falling.reduce((sum, share) => sum + share, 0);
  return total === 0 ? undefined : { byPosition: falling.map((share) => share / total), known };
}

function toShare(cells: readonly CurveCell[]): number | undefined {
  const impressions = cells.reduce((sum, cell) => sum + cell.impressions, 0);
  return impressions < IMPRESSIONS_MIN ? undefined : cells.reduce((sum, cell) => sum + cell.clicks, 0) / impressions;
}

/** On the line between the nearest places that are known; above the first its own value, below the last nothing is known and none is given. */
function fill(shares: readonly (number | undefined)[], at: number): number {
  const before = shares.findLastIndex((share, index) => index < at && share !== undefined);
  const after = shares.findIndex((share, index) => index > at && share !== undefined);
  if (before === -1) return shares[after] ?? 0;
  if (after === -1) return 0;
  const [low, high] = [shares[before] ?? 0, shares[after] ?? 0];
  return low + ((high - low) * (at - before)) / (after - before);
}
