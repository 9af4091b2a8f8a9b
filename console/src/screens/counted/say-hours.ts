import type { GetProjectsByProjectIdSearchConsoleHoursResponse as Counted } from '#client';
import { formatDay } from '#data/format.ts';

/** `07:00`, as Pacific clocks show it. */
export function toHourName(hour: string): string {
  return hour.slice(11, 16);
}

/** From when on Google counts on, and what an hour without a bar is. */
export function sayOpenHours({ first_incomplete_hour: open, hours }: Pick<Counted, 'first_incomplete_hour' | 'hours'>): string {
  const said = 'Pacific hours. Google has nothing of hours without a bar.';
  if (open === null || hours.every(({ state }) => state === 'final')) return `${said} None of them is still counted.`;
  if (hours.every(({ state }) => state === 'partial')) return `${said} Google still counts all of them: these figures change.`;
  return `${said} From ${formatDay(open.slice(0, 10))}, ${toHourName(open)} on Google still counts: these figures change.`;
}
