import { formatDay } from '#data/format.ts';
import { toLooked, type Looked, type Subject } from '#data/looked.ts';
import { findLast, isSameCheck, type Overview } from './figures.ts';

export const CHECKED_KEYWORDS: Subject = { things: 'keywords', done: 'checked' };

/** How many of the tracked keywords have been checked, whatever came of it. */
export function toChecked({ outcomes: { tracked, pending } }: Pick<Overview, 'outcomes'>): Looked {
  return toLooked(tracked - pending, tracked);
}

type Compared = Pick<Overview, 'days' | 'compared_days' | 'moves'>;

/** The first known day of a period that begins before anything was known, if nothing is known of the days before it. */
export function findFirstUncompared({ days, compared_days: comparedDays }: Omit<Compared, 'moves'>): string | undefined {
  return findLast(comparedDays) === undefined ? days.find(({ keywords }) => keywords > 0)?.date : undefined;
}

/** The day since which figures have changed, where they are compared with no days before, and something was checked since. */
export function findChangesSince(overview: Omit<Compared, 'moves'>): string | undefined {
  const first = overview.days.find(({ keywords }) => keywords > 0)?.date;
  return first === undefined || overview.compared_days.length > 0 || isSameCheck(overview, first) ? undefined : first;
}

/** Keywords whose outcome is known on a day of the overview. */
export function countKnown({ days, compared_days: comparedDays }: Omit<Compared, 'moves'>, day: string): number {
  return [...days, ...comparedDays].find(({ date }) => date === day)?.keywords ?? 0;
}

/** That the outcomes of two days are those of the same checks. */
export function sayUnchecked(before: string, after: string): string {
  return `no keyword had a good check after ${formatDay(before)} and by ${formatDay(after)}`;
}

/** Why two days cannot be compared; undefined where keywords are known on both. */
export function whyNotCompared({ moves: { before, after }, ...overview }: Compared): string | undefined {
  const [known, latest] = [countKnown(overview, before), countKnown(overview, after)];
  if (latest === 0) return `no keyword had a good check by ${formatDay(after)}.`;
  if (known === 0) return `no keyword had a good check by ${formatDay(before)}, so there is nothing to compare with.`;
  if (before === after) return `${formatDay(after)} is the first day with a good check, so there is nothing to compare with.`;
  return isSameCheck(overview, before) ? `${sayUnchecked(before, after)}.` : undefined;
}
