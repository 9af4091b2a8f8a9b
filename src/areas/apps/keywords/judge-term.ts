import { toNextCheck } from '#areas/keywords/index.ts';
import type { SearchEnd } from './search.ts';
import type { TermOutcome, TrackedTerm } from './term.ts';

/** What a check begins from. */
export interface CheckedTerm extends Pick<
  TrackedTerm,
  'appId' | 'position' | 'previousPosition' | 'checkedDepth' | 'checkedAt' | 'costUsd' | 'nextCheckAt'
> {
  /** Time zone of the project, IANA name. */
  readonly timeZone: string;
}

/**
 * What a search says of an app. A search that failed leaves the last position, its time and when it is due: it is tried
 * again, and never looks like a lost position.
 */
export function judgeTerm(term: CheckedTerm, end: SearchEnd, now: Date): TermOutcome {
  const { appId, position: last, previousPosition, checkedDepth, checkedAt, costUsd, nextCheckAt } = term;
  if (end.state === 'failed')
    return { status: 'failed', position: last, previousPosition, checkedDepth, checkedAt, costUsd, nextCheckAt, error: end.error };
  const position = end.positions.find((one) => one.appId === appId)?.rank ?? null;
  return {
    status: position === null ? 'not_found' : 'ranked',
    position,
    previousPosition: last,
    checkedDepth: end.checkedDepth,
    checkedAt: now,
    costUsd: end.costUsd,
    nextCheckAt: toNextCheck(now, 'daily', term.timeZone),
    error: null,
  };
}
