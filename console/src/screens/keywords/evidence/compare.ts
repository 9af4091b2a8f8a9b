import type { MarkedSerpPosition } from '#client';

export type Result = MarkedSerpPosition;

/** A result with where it stood at another check. */
export interface ComparedResult {
  readonly result: Result;
  /** Null: it was not there. */
  readonly before: number | null;
}

/** What is compared: the same page, or the same kind of block when a result has none. */
function toIdentity({ type, url, title }: Result): string {
  return url === null ? `${type} ${title ?? ''}` : `${type} ${url}`;
}

/** Where each result stood at another check. */
export function compareResults(results: readonly Result[], others: readonly Result[]): ComparedResult[] {
  const places = new Map(others.toReversed().map((other) => [toIdentity(other), other.rank_absolute]));
  return results.map((result) => ({ result, before: places.get(toIdentity(result)) ?? null }));
}
