import { MINUTE_MS } from '#kernel/durations.ts';
import { invalid } from '#kernel/errors.ts';
import { endOf, startOf } from '../periods.ts';

/** A part of the observed world's time; open where a side is left out. The end is exclusive. */
export interface Span {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface AskedSpan extends Span {
  /** The last minutes, instead of `since`. */
  readonly minutes?: number | undefined;
}

/** @throws AppError 400 when the span ends before it begins */
export function toSpendSpan({ since, until, minutes }: AskedSpan, now: Date): Span {
  const from = minutes === undefined ? since : new Date(now.getTime() - minutes * MINUTE_MS);
  if (from !== undefined && until !== undefined && until < from) {
    throw invalid([{ path: 'until', message: 'until must not be before since' }]);
  }
  return { since: from, until };
}

/** A span as whole hours and what is left of it at its ends. */
export interface SplitSpan {
  /** First hour, and the first after the last one; `undefined`: open. `undefined` altogether: no whole hour. */
  readonly hours: Span | undefined;
  readonly edges: readonly { readonly since: Date; readonly until: Date }[];
}

/** Splits a span into whole hours and the rest, so that long spans are read from the hourly sums, exactly. */
export function splitSpan({ since, until }: Span): SplitSpan {
  const from = since && ceilHour(since);
  const to = until && startOf('hour', until);
  if (since !== undefined && until !== undefined && from !== undefined && to !== undefined && from >= to) {
    return { hours: undefined, edges: [{ since, until }] };
  }
  const edges = [
    ...(since !== undefined && from !== undefined && since < from ? [{ since, until: from }] : []),
    ...(until !== undefined && to !== undefined && to < until ? [{ since: to, until }] : []),
  ];
  return { hours: { since: from, until: to }, edges };
}

function ceilHour(at: Date): Date {
  const start = startOf('hour', at);
  return start < at ? (endOf('hour', at) ?? at) : at;
}
