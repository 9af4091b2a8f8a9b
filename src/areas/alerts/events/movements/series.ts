import type { DayOutcome } from '#areas/rankings/index.ts';

/** How far a fold looks back. What is older is as if it never was. */
export const LOOK_BACK_DAYS = 60;
/** Good outcomes whose moves say how much a keyword usually moves, and the fewest that say it. */
const USUAL_OUTCOMES = 28;
const USUAL_OUTCOMES_MIN = 8;

/** The good outcomes of one subject, oldest first, without those of days that were not judged. */
export interface Series {
  readonly good: readonly DayOutcome[];
  /** When it was last changed what counts as the site, in epoch milliseconds; 0: not known to have been. */
  readonly changedAt: number;
}

/** The outcome at a place of the series that is known to be there. */
export function outcomeAt({ good }: Series, index: number): DayOutcome {
  return good[index] as DayOutcome;
}

/** The place that an outcome is compared by: "not found" is the first place that was not read. */
export function toPlace({ position, depth }: DayOutcome): number {
  return position === 0 ? depth + 1 : position;
}

/** Why an outcome does not compare with the one before it; undefined: it does. */
export function findBreak({ good, changedAt }: Series, index: number): 'setting_changed' | 'recomputed' | undefined {
  const [one, other] = [good[index - 1], good[index]];
  if (one === undefined || other === undefined) return undefined;
  if (one.recomputedAt !== other.recomputedAt) return 'recomputed';
  if (toDecidedAt(one) < changedAt && toDecidedAt(other) >= changedAt) return 'setting_changed';
  const [before, after] = [one.facts.provider, other.facts.provider];
  return before !== null && after !== null && before !== after ? 'setting_changed' : undefined;
}

/** Why an outcome is compared with none; undefined: it is compared with the one before it. */
export function findInhibition(series: Series, at: number): 'first' | 'setting_changed' | 'recomputed' | undefined {
  const [before, after] = [series.good[at - 1], series.good[at]];
  if (before === undefined || after === undefined || after.dayNumber - before.dayNumber > LOOK_BACK_DAYS) return 'first';
  return findBreak(series, at);
}

/** When it was decided which results are the site's. */
function toDecidedAt({ atMs, recomputedAt }: DayOutcome): number {
  return Math.max(atMs, recomputedAt * SECOND_MS);
}

const SECOND_MS = 1_000;

/** The first outcome that a fold of the day sees. */
export function findWindow({ good }: Pick<Series, 'good'>, at: number): number {
  const first = (good[at]?.dayNumber ?? 0) - LOOK_BACK_DAYS;
  let start = at;
  while (start > 0 && (good[start - 1]?.dayNumber ?? 0) >= first) start -= 1;
  return start;
}

/**
 * How far the subject usually moves from one good outcome to the next: the median of its last moves before this one.
 * @param start the first outcome that is seen
 * @returns undefined: there are too few outcomes to say it
 */
export function toUsualMove(series: Series, at: number, start: number): number | undefined {
  const first = Math.max(start, at - USUAL_OUTCOMES);
  if (at - first < USUAL_OUTCOMES_MIN) return undefined;
  const moves: number[] = [];
  for (let index = first + 1; index < at; index += 1) {
    if (findBreak(series, index) === undefined)
      moves.push(Math.abs(toPlace(outcomeAt(series, index)) - toPlace(outcomeAt(series, index - 1))));
  }
  moves.sort((one, other) => one - other);
  const middle = moves.length >> 1;
  if (moves.length === 0) return undefined;
  return moves.length % 2 === 1 ? (moves[middle] ?? 0) : ((moves[middle - 1] ?? 0) + (moves[middle] ?? 0)) / 2;
}
