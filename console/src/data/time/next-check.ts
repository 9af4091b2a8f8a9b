import { countDays, toDay } from './days.ts';
import { formatDay } from '../format.ts';

/** When the next check is: `today`, `tomorrow`, `on Nov 30`. Undefined: none is planned. @param at an instant */
export function sayNextCheck(at: string | number | null, now: Date, timeZone: string): string | undefined {
  if (at === null) return undefined;
  const day = toDay(new Date(at), timeZone);
  const away = countDays(toDay(now, timeZone), day);
  if (away <= 0) return 'today';
  return away === 1 ? 'tomorrow' : `on ${formatDay(day)}`;
}

/** Why a line has one point. */
export function sayOneCheck(next: string | undefined): string {
  return next === undefined
    ? 'One check so far, and none is planned. The line fills in with the next one.'
    : `One check so far; the line fills in after the next one, ${next}.`;
}
