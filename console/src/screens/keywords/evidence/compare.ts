import type { MarkedSerpPosition } from '../../../../../clients/typescript/src/index.ts';

export type Result = MarkedSerpPosition;

/** A result with where it stood at another check. */
export interface ComparedResult {
  readonly result: Result;
  /** Undefined: nothing is compared; null: it was not there. */
  readonly before: number | null | undefined;
}

/** What is compared: the same page, or the same kind of block when a result has none. */
function toIdentity({ type, url, title }: Result): string {
  return url === null ? `${type} ${title ?? ''}` : `${type} ${url}`;
}

/** Where each result stood at another check. */
export function compareResults(results: readonly Result[], others: readonly Result[] | undefined): ComparedResult[] {
  if (!others) return results.map((result) => ({ result, before: undefined }));
  const places = new Map(others.toReversed().map((other) => [toIdentity(other), other.rank_absolute]));
  return results.map((result) => ({ result, before: places.get(toIdentity(result)) ?? null }));
}

/** Results of the other check that are gone. */
export function listGone(results: readonly Result[], others: readonly Result[] | undefined): Result[] {
  const here = new Set(results.map(toIdentity));
  return (others ?? []).filter((other) => !here.has(toIdentity(other)));
}
