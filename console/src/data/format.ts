import type { Day } from './time/days.ts';
import { oncePerZone } from './time/per-zone.ts';

/** The texts are English, so figures are too. A browser's own language can be one that `Intl` refuses. */
const LOCALE = 'en-US';
const MS_PER_MINUTE = 60_000;
/** Shown in place of a figure that is not known. */
export const UNKNOWN = '–';

type Figure = number | null | undefined;

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const usd = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 6 });
const longDay = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: 'numeric', month: 'short' });

function isKnown(value: Figure): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** `12,400` */
export function formatCount(value: Figure): string {
  return isKnown(value) ? whole.format(value) : UNKNOWN;
}

/** `12.4K`, for narrow places. */
export function formatShort(value: Figure): string {
  return isKnown(value) ? short.format(value) : UNKNOWN;
}

/** `14.2` */
export function formatDecimal(value: Figure): string {
  return isKnown(value) ? oneDigit.format(value) : UNKNOWN;
}

/** `$12.40`, `$0.0155`: two digits and all further ones that the amount has, up to six, so that amounts add up as they are shown. */
export function formatUsd(value: Figure): string {
  return isKnown(value) ? usd.format(value) : UNKNOWN;
}

/** `$16.02`, `$0.0155`: a total at a glance, in cents from one dollar on. The exact one stands beside it, in a tooltip. */
export function formatUsdTotal(value: Figure): string {
  return formatUsd(isKnown(value) && Math.abs(value) >= 1 ? Math.round(value * 100) / 100 : value);
}

/** `+3`, `−3`, `0` */
export function formatChange(value: Figure, format: (value: number) => string = formatCount): string {
  if (!isKnown(value)) return UNKNOWN;
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`;
}

/** `Nov 23, 2026` */
export function formatDay(day: Day | null | undefined): string {
  return day ? longDay.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`)) : UNKNOWN;
}

/** `Nov 23`, for axes. */
export function formatShortDay(day: Day): string {
  return shortDay.format(Date.parse(`${day}T00:00:00Z`));
}

const INSTANT = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const instantsIn = oncePerZone((timeZone) => new Intl.DateTimeFormat(LOCALE, { timeZone, ...INSTANT }));

/** An instant as `Nov 23, 2026, 14:05`, in the given zone. */
export function formatInstant(instant: string | null | undefined, timeZone = 'UTC'): string {
  if (!instant) return UNKNOWN;
  return instantsIn(timeZone).format(new Date(instant));
}

const AGES = [
  { unit: 'day', minutes: 1440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const;

/** How far an instant is from now: `3 hours ago`, `in 2 days`, `now`. */
export function formatAge(instant: string | null | undefined, now: Date): string {
  if (!instant) return UNKNOWN;
  const minutes = Math.trunc((Date.parse(instant) - now.getTime()) / MS_PER_MINUTE);
  const age = AGES.find((known) => Math.abs(minutes) >= known.minutes);
  if (!age) return 'now';
  const count = Math.trunc(Math.abs(minutes) / age.minutes);
  const text = `${whole.format(count)} ${age.unit}${count === 1 ? '' : 's'}`;
  return minutes < 0 ? `${text} ago` : `in ${text}`;
}

/** `1 keyword`, `12 keywords` */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** `2 failed checks, 1 dead letter, and 1 failed domain` */
export function formatList(parts: readonly string[]): string {
  return list.format(parts);
}
