import { formatDecimal, UNKNOWN } from './format.ts';

/** A difference of two shares as `12.4 pp`: percentage points, which are no percentage of either. */
export function formatPoints(value: number | null | undefined): string {
  const text = formatDecimal(value === null || value === undefined ? value : value * 100);
  return text === UNKNOWN ? UNKNOWN : `${text} pp`;
}
