import { countDays, isWeekend, type Day } from '#data/time/days.ts';
import { notesOf, sayFailed, sayValue, type ChartSpec, type Line } from './spec.ts';

type Values = readonly (number | null)[];

/** What is drawn, the upper ones of a stack first, so that each covers the ones above it down to its own height. */
export interface Drawn {
  readonly lines: readonly Line[];
  readonly values: readonly Values[];
}

/** The values to draw: stacked for areas and bars. A day without any value stays a gap. */
export function toDrawn({ lines, shape = 'lines' }: Pick<ChartSpec, 'shape' | 'lines'>, shown = lines): Drawn {
  if (shape === 'lines') return { lines: shown, values: shown.map(({ values }) => values) };
  const length = Math.max(0, ...shown.map(({ values }) => values.length));
  const days = Array.from({ length }, (_, day) => shown.map(({ values }) => values[day] ?? null));
  const stacked = days.map(stack);
  return {
    lines: shown.toReversed(),
    values: shown.map((_, at) => stacked.map((day) => day[at] ?? null)).toReversed(),
  };
}

/** Running sums of a day's values. */
function stack(day: Values): Values {
  if (day.every((value) => value === null)) return day;
  let sum = 0;
  return day.map((value) => {
    sum += value ?? 0;
    return sum;
  });
}

/** Points that no line reaches, because their neighbours were not measured: drawn as dots. */
export function listIsolated(values: Values): number[] {
  const isGap = (at: number): boolean => (values[at] ?? null) === null;
  return values.flatMap((_, at) => (!isGap(at) && isGap(at - 1) && isGap(at + 1) ? [at] : []));
}

/** Which days get a label, so that at most `most` stand beside each other: days, Mondays, or first days of months; of weeks each nth. */
export function toDayTicks(
  days: readonly Day[],
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): number[] {
  const inside = days.flatMap((_, at) => (at >= from && at <= to ? [at] : []));
  const perTick = inside.length / Math.max(1, most);
  if (perTick <= 2 || !isDaily(days)) return inside.filter((_, at) => at % Math.ceil(perTick) === 0);
  const isFirst = perTick <= 14 ? (at: number) => isMonday(days[at] as Day) : (at: number) => (days[at] as Day).endsWith('-01');
  const firsts = inside.filter(isFirst);
  const every = Math.ceil(firsts.length / Math.max(1, most));
  return firsts.filter((_, at) => at % every === 0);
}

/** Whether each day stands there, and not one of each week. */
function isDaily([first, second]: readonly Day[]): boolean {
  return first === undefined || second === undefined || countDays(first, second) === 1;
}

function isMonday(day: Day): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
}

/** Days beside each other that belong together, as pairs of the first and the last. */
export function toRuns(days: readonly Day[], belongs: (day: Day) => boolean): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [at, day] of days.entries()) {
    if (!belongs(day)) continue;
    const last = runs.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  return runs;
}

/** Days of weekends; weeks have none. */
export function toWeekends(days: readonly Day[]): (readonly [number, number])[] {
  return isDaily(days) ? toRuns(days, isWeekend) : [];
}

/** A day and what every line says of it, as a sentence. */
export function describeDay(
  { days, format, notes = [], ...failures }: Pick<ChartSpec, 'days' | 'format' | 'failedDays' | 'failedWhy' | 'failedSaid' | 'notes'>,
  lines: readonly Line[],
  at: number,
): string {
  const day = days[at];
  if (day === undefined) return '';
  const values = lines.map((line) => {
    const isGap = (line.values[at] ?? null) === null && !line.said;
    return `${line.label} ${isGap ? 'not measured' : sayValue(line, at, format)}`;
  });
  const failed = sayFailed(failures, day);
  const happened = notesOf({ notes }, day).map(({ text }) => text);
  return [day, ...values, ...(failed === '' ? [] : [`checks ${failed}`]), ...happened].join(' · ');
}
