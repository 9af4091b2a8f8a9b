import { countDaysBetween } from '#kernel/days.ts';
import { findDays, type DayCodes } from './analytics.ts';
import { FAILED, NOT_FOUND, NOT_MEASURED, POSITION_MAX, SPARK_DAYS } from './grid.ts';
import type { OutcomeColumns } from './store.ts';

export interface SparkSources {
  readonly sparks: DayCodes;
  readonly outcomes: OutcomeColumns;
  /** Of each outcome the position in the scale. */
  readonly positions: readonly (number | null)[];
  /** Of each row the index of its newest outcome. */
  readonly best: readonly (number | undefined)[];
  /** The last day. */
  readonly to: string;
}

/**
 * A row of 30 bytes for each key, the last day at its end. The newest outcome is taken from where it is written first:
 * the history arrives a moment later.
 */
export function toSparkMatrix(keys: readonly string[], { sparks, outcomes, positions, best, to }: SparkSources): Buffer {
  const matrix = Buffer.alloc(keys.length * SPARK_DAYS, NOT_MEASURED);
  const put = makePut(matrix, to);
  for (const [row, key] of keys.entries()) {
    matrix.set(findDays(sparks, key, SPARK_DAYS) ?? [], row * SPARK_DAYS);
    const at = best[row];
    if (at === undefined) continue;
    put(row, outcomes.failedDay[at], FAILED);
    put(row, outcomes.checkedDay[at], Math.min(positions[at] ?? NOT_FOUND, POSITION_MAX));
  }
  return matrix;
}

/** Most rows share a few days: how far a day lies from the last one is worked out once. */
function makePut(matrix: Buffer, to: string) {
  const ages = new Map<string, number>();
  return (row: number, day: string | null | undefined, code: number): void => {
    if (day === null || day === undefined) return;
    let age = ages.get(day);
    if (age === undefined) ages.set(day, (age = countDaysBetween(day, to)));
    if (age < 0 || age >= SPARK_DAYS) return;
    const at = row * SPARK_DAYS + SPARK_DAYS - 1 - age;
    // A failure takes no byte of a good check of the same day.
    if (code !== FAILED || matrix[at] === NOT_MEASURED) matrix[at] = code;
  };
}
