import type { StoreSearch, TermStatus } from './search.ts';

/** A term whose positions a project follows for an app. */
export interface TrackedTerm extends StoreSearch {
  readonly projectId: string;
  readonly appId: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
  /** Status of the newest check. */
  readonly status: TermStatus;
  /** Position in the newest check that could be read; null: never found, or not any more. */
  readonly position: number | null;
  /** Position in the one before it. */
  readonly previousPosition: number | null;
  readonly checkedDepth: number | null;
  /** When it was last read; a check that failed does not count. */
  readonly checkedAt: Date | null;
  /** What that reading cost; null: not recorded. */
  readonly costUsd: number | null;
  readonly nextCheckAt: Date | null;
  readonly error: string | null;
}

/** What a check changes. */
export type TermOutcome = Pick<
  TrackedTerm,
  'status' | 'position' | 'previousPosition' | 'checkedDepth' | 'checkedAt' | 'costUsd' | 'nextCheckAt' | 'error'
>;
