import { toDay } from './days.ts';
import { formatCount, formatPlural } from '../format.ts';

const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Monday, Nov 24`. */
function sayDay(instant: string): string {
  return DAY.format(new Date(`${toDay(new Date(instant), 'UTC')}T00:00:00Z`));
}

interface Moving {
  readonly now: string;
  readonly checks: { readonly done: number; readonly total: number } | null;
}

/** What happens in the simulated world: `Monday, Nov 24: 62 of 100 checks`. */
export function describePassing({ now, checks }: Moving): string {
  if (checks === null) return `${sayDay(now)}: looking for checks that are due`;
  return `${sayDay(now)}: ${formatCount(checks.done)} of ${formatPlural(checks.total, 'check')}`;
}

export interface DaysEnd {
  readonly now: string;
  readonly status: string;
  readonly error: string | null;
  readonly output: { readonly days: readonly { readonly checks: number; readonly failed: number }[] } | null;
}

/** What days have brought that passed. */
export function describeEnd(days: number, { now, status, error, output }: DaysEnd): string {
  if (status !== 'completed' || output === null)
    return `Not all of ${formatPlural(days, 'day')} passed${error === null ? '' : `: ${error}`}. It is ${sayDay(now)}.`;
  const good = output.days.reduce((sum, { checks }) => sum + checks, 0);
  const failed = output.days.reduce((sum, day) => sum + day.failed, 0);
  const passed = `${formatPlural(days, 'day')} passed, it is ${sayDay(now)}`;
  if (good + failed === 0) return `${passed}. No checks were due: keywords with manual checks wait for you.`;
  const ofThem = failed === 0 ? '' : `, ${formatCount(failed)} of them failed`;
  return `${passed}: ${formatPlural(good + failed, 'check')}${ofThem}. The charts have ${days === 1 ? 'a new day' : `${formatCount(days)} new days`}.`;
}
