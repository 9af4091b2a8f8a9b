import { toNextCheck, type CheckInterval } from '../tracking/due-time.ts';
import type { DepthStrategy, KeywordSubject, TrackedKey, TrackingStatus } from '../keyword.ts';

/** What becomes of keywords; what is left out stays. */
export interface KeywordChanges {
  /** Instead of the tags that they have. */
  readonly tagIds?: readonly string[] | undefined;
  readonly addTagIds?: readonly string[] | undefined;
  /** Taken away before others are given. */
  readonly removeTagIds?: readonly string[] | undefined;
  /** Null removes it. */
  readonly note?: string | null | undefined;
  readonly isStarred?: boolean | undefined;
  /** The page that is meant to rank. Null removes it. */
  readonly targetUrl?: string | null | undefined;
  readonly checkInterval?: CheckInterval | undefined;
  readonly depthStrategy?: DepthStrategy | undefined;
  readonly depth?: number | undefined;
  /** Ends the tracking. */
  readonly isUntracked?: boolean | undefined;
}

/** How a keyword is tracked, and what prices of its checks hang on. */
export interface Tracking extends TrackedKey, KeywordSubject {
  readonly status: TrackingStatus;
  readonly depth: number;
  readonly depthStrategy: DepthStrategy;
  readonly checkInterval: CheckInterval;
  readonly nextCheck: Date | null;
  readonly checkedAt: Date | null;
  /** The worst of the project's own; null: none is known. */
  readonly lastPosition: number | null;
}

/** Whether a change is about how keywords are checked, and so about what they cost. */
export function concernsChecks({ checkInterval, depthStrategy, depth, isUntracked }: KeywordChanges): boolean {
  return isUntracked === true || checkInterval !== undefined || depthStrategy !== undefined || depth !== undefined;
}

/**
 * How a keyword is tracked after a change. With another interval it is due when it would be if it had always had that:
 * what is overdue by then is due at once. What was untracked stays so.
 * @param world its moment, and the project's time zone
 */
export function toChanged(tracking: Tracking, changes: KeywordChanges, world: { readonly now: Date; readonly timeZone: string }): Tracking {
  if (tracking.status === 'untracked') return tracking;
  if (changes.isUntracked) return { ...tracking, status: 'untracked', nextCheck: null };
  const { checkInterval = tracking.checkInterval, depthStrategy = tracking.depthStrategy, depth = tracking.depth } = changes;
  const isMoved = checkInterval !== tracking.checkInterval;
  const nextCheck = isMoved ? toNextCheck(tracking.checkedAt ?? world.now, checkInterval, world.timeZone) : tracking.nextCheck;
  return { ...tracking, checkInterval, depthStrategy, depth, nextCheck };
}

/** Whether the two differ in how the keyword is checked. */
export function isChanged(before: Tracking, after: Tracking): boolean {
  return (['status', 'checkInterval', 'depthStrategy', 'depth'] as const).some((field) => before[field] !== after[field]);
}
