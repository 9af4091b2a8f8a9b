import type { Ended, FoldOptions, Folded, Match, Subject } from './event-kind.ts';

/** What one observation says of a condition that holds or does not. What could not be judged is no verdict. */
export interface Verdict extends Pick<Match, 'day' | 'at' | 'from' | 'to' | 'size' | 'direction'> {
  readonly holds: boolean;
  /** Something else was measured on the day that it is compared with: it fires nothing. */
  readonly isOtherMeasure?: boolean;
}

interface LevelRule {
  /** Whether a condition that holds when it is first seen fires; otherwise it only does when it begins to hold. */
  readonly firstFires: boolean;
}

/** Matches where a condition begins to hold; it is over where it is next seen not to hold. @param verdicts oldest first */
export function foldLevel(
  subject: Subject,
  verdicts: readonly Verdict[],
  { options, firstFires }: LevelRule & { readonly options: FoldOptions },
): Folded {
  const matches: Match[] = [];
  let before: Verdict | undefined;
  let first = 0;
  let changed = 0;
  let overSince: string | undefined;
  for (const verdict of verdicts) {
    const isAsked = verdict.day >= options.from;
    if (verdict.holds && before?.holds !== true && isAsked) {
      if (before === undefined && !firstFires) first += 1;
      else if (verdict.isOtherMeasure === true) changed += 1;
      else matches.push(toMatch(subject, verdict));
    }
    if (!verdict.holds && before?.holds === true) matches.push(...endLast(matches, verdict.day));
    overSince = verdict.holds ? undefined : (overSince ?? verdict.day);
    before = verdict;
  }
  const ended: Ended[] = overSince !== undefined && options.firing?.has(subject.key) ? [{ subject: subject.key, overOn: overSince }] : [];
  const considered = verdicts.filter(({ day }) => day >= options.from).length;
  return { matches, suppressed: { ...(first > 0 && { first }), ...(changed > 0 && { setting_changed: changed }) }, considered, ended };
}

function toMatch(subject: Subject, { holds: _holds, isOtherMeasure: _isOther, ...seen }: Verdict): Match {
  return { subject, ...seen, isPending: false, overOn: null };
}

/** The newest match again, with its end, when it has none yet. */
function endLast(matches: Match[], overOn: string): Match[] {
  const last = matches.pop();
  if (last === undefined) return [];
  return [last.overOn === null ? { ...last, overOn } : last];
}
