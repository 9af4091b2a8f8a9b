import { formatAge, formatCount, formatUsd } from '../data/format.ts';

/** Metrics of keywords have one source, as the API names it. */
export const METRICS_PROVIDER = 'provider';

/** How a value was read: tooltips say so of each. */
export interface Reading {
  /** How many results the check read. */
  readonly depth?: number | null | undefined;
  /** When it was read; of a failed check, when it was tried. */
  readonly checkedAt?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly costUsd?: number | null | undefined;
  /** Of a value that shared a call with others: what the call costs for it alone. */
  readonly costMaxUsd?: number | null | undefined;
}

/** `read 3 hours ago, 100 results deep, by provider, for $0.002`; what is not known is left out. */
export function describeReading({ checkedAt, depth, provider, costUsd, costMaxUsd }: Reading, now: Date): string {
  return joinParts([
    checkedAt ? `read ${formatAge(checkedAt, now)}` : '',
    depth ? `${formatCount(depth)} results deep` : '',
    provider ? `by ${provider}` : '',
    isKnown(costUsd) ? `for ${formatUsd(costUsd)}` : '',
    isKnown(costMaxUsd) ? `for ${formatUsd(costMaxUsd)} at most` : '',
  ]);
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** What is there, separated by commas. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
