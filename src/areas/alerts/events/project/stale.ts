import { z } from 'zod';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { formatPlural } from '#kernel/text.ts';
import { defineEventKind, type Ended, type FoldOptions, type Folded, type Match } from '../event-kind.ts';
import { goodChecks, type DueSubject, type GoodCheck } from '../sources/good-checks.ts';

const INTERVALS_DEFAULT = 2;
const INTERVALS_MAX = 4;

/** A keyword has had no good check for so many of its intervals. It is over with the next one. */
export const stale = defineEventKind({
  event: 'stale',
  params: z.strictObject({ intervals: z.int().min(1).max(INTERVALS_MAX).default(INTERVALS_DEFAULT) }),
  describe: ({ intervals }) => `a keyword has had no good check for ${formatPlural(intervals, 'interval')} of its checks`,
  family: 'health',
  judgedAfter: 'hour',
  source: goodChecks,
  fold: ({ intervals }, subject, observations, options) => foldGaps(intervals * subject.intervalDays, subject, observations, options),
});

function foldGaps(daysMax: number, subject: DueSubject, checks: readonly GoodCheck[], { from, firing }: FoldOptions): Folded {
  const matches: Match[] = [];
  let last = subject.since;
  let overOn: string | undefined;
  for (const { day, isEnd } of checks) {
    // The day after the last one on which a check would have been in time.
    const staleOn = addDays(last, daysMax + 1);
    const isStale = isEnd ? staleOn <= day : staleOn < day;
    if (isStale && staleOn >= from) matches.push(toMatch(subject, { last, staleOn, overOn: isEnd ? null : day }));
    overOn = isStale ? (isEnd ? undefined : day) : (overOn ?? (isEnd ? last : undefined));
    last = isEnd ? last : day;
  }
  const ended: Ended[] = overOn !== undefined && firing?.has(subject.key) ? [{ subject: subject.key, overOn }] : [];
  return { matches, suppressed: {}, considered: checks.length, ended };
}

function toMatch(
  subject: DueSubject,
  { last, staleOn, overOn }: { readonly last: string; readonly staleOn: string; readonly overOn: string | null },
): Match {
  const { intervalDays } = subject;
  const at = new Date(`${staleOn}T00:00:00Z`);
  const to = { last_good_day: last, interval_days: intervalDays };
  return { subject, day: staleOn, at, from: null, to, size: countDaysBetween(last, staleOn), isPending: false, overOn };
}
