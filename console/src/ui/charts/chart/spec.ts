import type { Day } from '#data/time/days.ts';
import { formatPlural } from '#data/format.ts';
import { toPlaceColor, type ColorName } from '../colors.ts';
import type { Reading } from '#ui/states/reading.ts';

/** So many lines stand in a row below the chart; more are a table beside it. */
export const LINES_IN_A_ROW = 4;

/** A line, an area or a row of bars: a value for each day; null is not measured, and stays a gap. */
export interface Line {
  readonly id: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Its own; by its place unless given. */
  readonly color?: ColorName | undefined;
  readonly isDashed?: boolean;
  /** A line whose room down to 0 is filled. */
  readonly isFilled?: boolean;
  /** What a gap is, by the place of its day: not found, failed. */
  readonly said?: (day: number) => string;
}

/** Something that happened: drawn over the chart at its days, and listed below it. */
export interface ChartNote {
  readonly id: string;
  readonly from: Day;
  readonly to: Day;
  readonly text: string;
  /** There is nothing to open. */
  readonly isFixed?: boolean;
  /** The screen lists it itself: the chart marks its days, and says it of the day under the cursor. */
  readonly isListed?: boolean;
}

/** What happened on a day. */
export function notesOf({ notes = [] }: Pick<ChartSpec, 'notes'>, day: Day): readonly ChartNote[] {
  return notes.filter(({ from, to }) => day >= from && day <= to);
}

/** A mark on a line: at this day its page changed, for example. */
export interface ChartDot {
  readonly lineId: string;
  readonly day: Day;
  readonly text: string;
}

export interface ChartSpec {
  /** Every day of the span, without holes. */
  readonly days: readonly Day[];
  readonly lines: readonly Line[];
  /** Areas and bars are stacked. Lines unless given. */
  readonly shape?: 'lines' | 'areas' | 'bars';
  /** For positions: 1 stands at the top. */
  readonly isReversed?: boolean;
  readonly isLogarithmic?: boolean;
  /** Lowest and highest value that is shown; from the data unless given. */
  readonly range?: readonly [number, number] | undefined;
  readonly format: (value: number | null) => string;
  /** Days on which the first line was looked for and not found: marked at the bottom. */
  readonly missedDays?: ReadonlySet<Day>;
  /** Days on which checks failed: hatched under the lines. */
  readonly failedDays?: ReadonlySet<Day>;
  /** Why they failed, in words. */
  readonly failedWhy?: ReadonlyMap<Day, string>;
  /** What the hatched days are in words, where that is more than failed checks. */
  readonly failedSaid?: ReadonlyMap<Day, string>;
  readonly notes?: readonly ChartNote[];
  /** What its table and CSV say besides, a text for each day. */
  readonly besides?: readonly { readonly id: string; readonly title: string; readonly values: readonly (string | null)[] }[];
  readonly dots?: readonly ChartDot[];
}

/** A chart that says of each of its numbers how it came about. */
export interface ReadChart extends ChartSpec {
  /** Reading of a line on a day, by their indexes. */
  readonly reading: (day: number, line: number) => Reading | undefined;
}

/** How the value of a line on a day came about; undefined of a gap. */
export function readValue({ lines, reading }: Pick<ReadChart, 'lines' | 'reading'>, day: number, line: number): Reading | undefined {
  return (lines[line]?.values[day] ?? null) === null ? undefined : reading(day, line);
}

export function toColor({ color }: Pick<Line, 'color'>, place: number): ColorName {
  return color ?? toPlaceColor(place);
}

/** More lines than this at once look alike: the others are hidden until the reader wants them. */
export const LINES_SHOWN = 10;

/** A value of a line in words; a gap says what it is. */
export function sayValue({ values, said }: Line, day: number, format: ChartSpec['format']): string {
  const value = values[day] ?? null;
  return value === null && said ? said(day) : format(value);
}

/** What is said of the checks of a day that failed; empty where none did. */
export function sayFailed(
  { failedDays, failedWhy, failedSaid }: Pick<ChartSpec, 'failedDays' | 'failedWhy' | 'failedSaid'>,
  day: Day,
): string {
  if (failedDays?.has(day) !== true) return '';
  const said = failedSaid?.get(day);
  if (said !== undefined) return said;
  const why = failedWhy?.get(day);
  return why === undefined ? 'failed' : `failed: ${why}`;
}

/** Whether there is anything to draw, if only that nothing was found: bare axes look like a measurement. */
export function hasSome({ days, lines, missedDays }: Pick<ChartSpec, 'days' | 'lines' | 'missedDays'>): boolean {
  return lines.some(({ values }) => values.some((value) => value !== null)) || days.some((day) => missedDays?.has(day) === true);
}

/** Why a chart has nothing to draw. */
export function whyEmpty({ days, failedDays }: Pick<ChartSpec, 'days' | 'failedDays'>): string {
  const failed = days.filter((day) => failedDays?.has(day) === true).length;
  const checks = failed === 0 ? '' : ` Checks failed on ${formatPlural(failed, 'day')}.`;
  return `nothing was measured on these days.${checks}`;
}
