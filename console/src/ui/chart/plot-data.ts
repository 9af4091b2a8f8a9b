import { countDays, isWeekend, type Day } from '../../data/days.ts';
import { notesOf, sayValue, type ChartSpec, type Line } from './spec.ts';

type Values = readonly (number | null)[];

/** What is drawn, the upper ones of a stack first, so that each covers the ones above it down to its own height. */
export interface Drawn {
  readonly lines: readonly Line[];
  readonly values: readonly Values[];
}

/** The values to draw: stacked for areas and bars, as parts of 1 for shares. A day without any value stays a gap. */
export function toDrawn({ lines, shape = 'lines' }: Pick<ChartSpec, 'shape' | 'lines'>, shown = lines): Drawn {
  if (shape === 'lines') return { lines: shown, values: shown.map(({ values }) => values) };
  const length = Math.max(0, ...shown.map(({ values }) => values.length));
  const days = Array.from({ length }, (_, day) => shown.map(({ values }) => values[day] ?? null));
  const stacked = days.map((day) => stack(day, shape === 'shares'));
  return {
    lines: shown.toReversed(),
    values: shown.map((_, at) => stacked.map((day) => day[at] ?? null)).toReversed(),
  };
}

/** Running sums of a day's values. */
function stack(day: Values, isShare: boolean): Values {
  if (day.every((value) => value === null)) return day;
  const total = isShare ? day.reduce<number>((sum, value) => sum + (value ?? 0), 0) : 1;
  if (total === 0) return day.map(() => null);
  let sum = 0;
  return day.map((value) => {
    sum += (value ?? 0) / total;
    return sum;
  });
}

/** Points that no line reaches, because their neighbours were not measured: drawn as dots. */
export function listIsolated(values: Values): number[] {
  const isGap = (at: number): boolean => (values[at] ?? null) === null;
  return values.flatMap((_, at) => (!isGap(at) && isGap(at - 1) && isGap(at + 1) ? [at] : []));
}

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100];
const POSITION_TICKS = 6;

/** Where positions get their lines: 1, and round numbers down to the worst one. */
export function toPositionTicks(worst: number): number[] {
  const step = STEPS.find((one) => worst / one <= POSITION_TICKS) ?? STEPS.at(-1) ?? 1;
  const rounds = Array.from({ length: Math.floor(worst / step) }, (_, at) => (at + 1) * step);
  return [...new Set([1, ...rounds])];
}

/** The range of positions shown: 1 is always in it, a little room below the worst. */
export function toPositionRange(worst: number | null): [number, number] {
  const low = Math.max(worst ?? 10, 3);
  return [1 - (low - 1) * 0.05, low + (low - 1) * 0.05];
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
  { days, format, failedDays, notes = [] }: Pick<ChartSpec, 'days' | 'format' | 'failedDays' | 'notes'>,
  lines: readonly Line[],
  at: number,
): string {
  const day = days[at];
  if (day === undefined) return '';
  const values = lines.map((line) => {
    const isGap = (line.values[at] ?? null) === null && !line.said;
    return `${line.label} ${isGap ? 'not measured' : sayValue(line, at, format)}`;
  });
  const happened = notesOf({ notes }, day).map(({ text }) => text);
  return [day, ...values, ...(failedDays?.has(day) ? ['checks failed'] : []), ...happened].join(' · ');
}
