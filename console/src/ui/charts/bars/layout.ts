/** How stacked bars lie in their frame. */
import { toRoundStep } from '#data/time/duration.ts';
import type { Reading } from '#ui/states/reading.ts';

export interface BarPart {
  /** Name of the series. */
  readonly name: string;
  readonly value: number;
}

export interface Bar {
  /** Below the bar, for example a day. */
  readonly label: string;
  /** The same in fewer letters. */
  readonly short?: string;
  readonly parts: readonly BarPart[];
  /** Nothing was measured: that is not 0. */
  readonly isUnknown?: boolean;
  /** How its numbers came about. */
  readonly reading?: Reading;
}

const LINES_MAX = 4;
const FACTORS = [1, 2, 2.5, 5, 10];
/** Counts have no halves. */
const WHOLE_FACTORS = [1, 2, 5, 10];

export function sumParts({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/**
 * Values for the lines behind the bars, from 0 up to one that no bar exceeds.
 * @param max the highest bar; 0 gives the one line at 0 and one at 1
 * @param isWhole whether labels of halves would say the same as others
 */
export function toLines(max: number, isWhole = false): number[] {
  if (max <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(max / LINES_MAX));
  const factors = isWhole && power < 10 ? WHOLE_FACTORS : FACTORS;
  const factor = factors.find((candidate) => candidate * power * LINES_MAX >= max) ?? 10;
  const step = isWhole ? Math.max(1, factor * power) : factor * power;
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step);
}

/** The same for bars that are times in milliseconds: the lines stand at round ones. */
export function toTimeLines(maxMs: number): number[] {
  if (maxMs <= 0) return [0, 1];
  const step = toRoundStep(maxMs, LINES_MAX);
  return Array.from({ length: Math.ceil(maxMs / step) + 1 }, (_, index) => index * step);
}

/**
 * Every how many bars a label fits below them.
 * @param labelsMax how many labels there is room for
 */
export function labelEvery(bars: number, labelsMax: number): number {
  return Math.max(1, Math.ceil(bars / labelsMax));
}

export interface SeriesOptions {
  /** How many there may be; the smallest become one. */
  readonly max: number;
  /** Name of what the small ones become. */
  readonly other: string;
  /** A series that is a guess: it comes last. */
  readonly guessed?: string | undefined;
}

/** Names of the series, the largest first. */
export function toSeries(bars: readonly Bar[], { max, other, guessed }: SeriesOptions): string[] {
  const sums = new Map<string, number>();
  for (const { parts } of bars) for (const { name, value } of parts) sums.set(name, (sums.get(name) ?? 0) + value);
  const named = [...sums].filter(([name, sum]) => sum > 0 && name !== guessed);
  const names = named.toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const shown = names.length <= max ? names : [...names.slice(0, max - 1), other];
  return guessed !== undefined && sums.has(guessed) ? [...shown, guessed] : shown;
}

/** The value of each series in a bar, in the order of the series; what is in none of them belongs to the last. */
export function toStack({ parts }: Bar, series: readonly string[], other: string): number[] {
  return series.map((name) =>
    parts
      .filter((part) => part.name === name || (name === other && !series.includes(part.name)))
      .reduce((sum, { value }) => sum + value, 0),
  );
}
