import { formatDecimal, UNKNOWN } from './format.ts';

type Share = number | null | undefined;

/** A share of 0 to 1 as `12.4%`. */
export function formatShare(share: Share): string {
  return withUnit(share, '%');
}

/** A difference of two shares as `12.4 pp`: percentage points, which are no percentage of either. */
export function formatPoints(difference: Share): string {
  return withUnit(difference, ' pp');
}

function withUnit(share: Share, unit: string): string {
  const text = formatDecimal(share === null || share === undefined ? share : share * 100);
  return text === UNKNOWN ? UNKNOWN : `${text}${unit}`;
}
