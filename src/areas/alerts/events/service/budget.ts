import { z } from 'zod';
import { toDay } from '#kernel/clock.ts';
import { defineEventKind, type FoldOptions, type Folded, type Subject } from '../event-kind.ts';
import { budgetFills, type BudgetObservation } from '../sources/budget-fills.ts';

const PERCENT_DEFAULT = 80;
const NAME_LENGTH_MAX = 60;
/** Calls are refused before the last fraction is spent, because each reserves what it may cost. */
const FULL_SHARE = 0.995;

/** So much of a budget is spent: once in each of its periods. It is over when the next one begins. */
export const budget = defineEventKind({
  event: 'budget',
  params: z.strictObject({
    name: z.string().min(1).max(NAME_LENGTH_MAX).nullable().default(null),
    percent: z.int().min(1).max(100).default(PERCENT_DEFAULT),
  }),
  describe: ({ name, percent }) =>
    `${percent} % of ${name === null ? 'a budget' : `the budget ${name}`} ${percent > 1 ? 'are' : 'is'} spent`,
  family: 'service',
  judgedAfter: 'minute',
  isToldOnce: true,
  needs: 'see_costs',
  assumes: 'Of a past period only what it came to is known, by the limits of now: it stands on the last day of the period.',
  source: budgetFills,
  fold: ({ percent }, subject, observations, options) => foldFill(percent, subject, observations, options),
});

function foldFill(percent: number, subject: Subject, observations: readonly BudgetObservation[], { from, firing }: FoldOptions): Folded {
  const [fill] = observations;
  if (fill === undefined) return { matches: [], suppressed: {}, considered: 0 };
  const share = fill.used / fill.limit;
  const overOn = fill.isOver ? toDay(fill.endsAt) : null;
  const holds = share >= (percent === 100 ? FULL_SHARE : percent / 100) && fill.day >= from;
  return {
    matches: holds
      ? [{ subject, day: fill.day, at: fill.at, from: null, to: toWire(fill, share), size: share * 100, isPending: false, overOn }]
      : [],
    suppressed: {},
    considered: 1,
    ended: overOn !== null && firing?.has(subject.key) ? [{ subject: subject.key, overOn }] : [],
  };
}

/** Fields about money are named as money everywhere, so that they are left out for callers who do not see it. */
function toWire({ budget: name, scope, limit, used, windowStart, endsAt }: BudgetObservation, share: number) {
  return {
    budget: name,
    scope,
    limit_usd: limit,
    spent_usd: used,
    spent_percent: Math.round(share * 1000) / 10,
    period_start: windowStart.toISOString(),
    resets_at: endsAt.toISOString(),
  };
}
