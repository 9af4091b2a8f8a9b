import { addDays, toDay, type Day } from '#data/time/days.ts';
import { sumKnown } from '#data/sum-known.ts';
import type { Keywords } from '../table/keywords.ts';
import { CHECK_STATES, type CheckState } from './search.ts';

/** What checks of the coming days come to. */
export interface CheckPlan {
  readonly days: readonly Day[];
  readonly checks: readonly number[];
  /** By the price of each keyword's last check; null where no price of the day's checks is known. */
  readonly costUsd: readonly (number | null)[];
  /** Checks whose price is not known, because nothing was checked yet. */
  readonly unpriced: number;
}

const STEP_DAYS: Readonly<Record<string, number>> = { daily: 1, weekly: 7, monthly: 30 };

export const PLAN_DAYS = 30;

interface PlanSpan {
  readonly today: Day;
  readonly count: number;
  readonly timeZone: string;
}

/** The checks of the coming days, by interval. What is overdue is due today; paused and manual keywords have none. */
export function toCheckPlan({ columns, count: rows, textOf }: Keywords, { today, count, timeZone }: PlanSpan): CheckPlan {
  const days = Array.from({ length: count }, (_, at) => addDays(today, at));
  const places = new Map(days.map((day, at) => [day, at]));
  const checks = days.map(() => 0);
  const prices = days.map((): (number | null)[] => []);
  let unpriced = 0;
  for (let row = 0; row < rows; row += 1) {
    const next = columns.next_check_at[row] ?? null;
    if (next === null || columns.is_paused[row]) continue;
    const due = toDay(new Date(next), timeZone);
    const step = STEP_DAYS[textOf('check_interval', row) ?? ''] ?? count;
    const cost = columns.cost_usd[row] ?? null;
    for (let at = due < today ? 0 : (places.get(due) ?? count); at < count; at += step) {
      checks[at] = (checks[at] ?? 0) + 1;
      prices[at]?.push(cost);
      if (cost === null) unpriced += 1;
    }
  }
  return { days, checks, costUsd: prices.map((some) => sumKnown(some, (one) => one)), unpriced };
}

/** Whether a row is in a state, now. */
export function isInState({ columns, textOf }: Keywords, row: number, state: CheckState, nowMs: number): boolean {
  const next = columns.next_check_at[row] ?? null;
  switch (state) {
    case 'failed':
    case 'pending':
      return textOf('status', row) === state;
    case 'due':
      return next !== null && next <= nowMs && !columns.is_paused[row];
    case 'manual':
      return next === null;
    case 'all':
      return true;
  }
}

/** How many rows are in each state, and how many checks are planned. */
export function countChecks(
  keywords: Keywords,
  { nowMs, today }: { readonly nowMs: number; readonly today: Day },
): Readonly<Record<CheckState | 'planned', number>> {
  const counts = { failed: 0, due: 0, pending: 0, manual: 0, all: 0 };
  for (let row = 0; row < keywords.count; row += 1)
    for (const state of CHECK_STATES) if (isInState(keywords, row, state, nowMs)) counts[state] += 1;
  const { checks } = toCheckPlan(keywords, { today, count: PLAN_DAYS, timeZone: keywords.answer.time_zone });
  return { ...counts, planned: checks.reduce((sum, count) => sum + count, 0) };
}
