import type { AnswerRate } from '#client';
import { addDays, WEEK_DAYS, type Day } from '#data/time/days.ts';

/** A week of a line. */
export interface WeekPoint {
  readonly week: Day;
  readonly rate: AnswerRate;
  readonly models: readonly string[];
  /** The models are others than the week before, or the rules by which names are found. */
  readonly isBreak: boolean;
  /** Which of the two, where it is a break. */
  readonly broke?: 'model' | 'rules';
}

/** Points that a line may join: it breaks where the model or the rules of reading change, and where a week has too few answers for a rate or is missing. */
export function toEras(points: readonly WeekPoint[], answersMin: number): WeekPoint[][] {
  const eras: WeekPoint[][] = [];
  let last: WeekPoint | undefined;
  for (const point of points) {
    const isKnown = point.rate.value !== null && point.rate.n >= answersMin;
    const goesOn = last !== undefined && !point.isBreak && addDays(last.week, WEEK_DAYS) === point.week;
    if (isKnown && goesOn) eras.at(-1)?.push(point);
    else if (isKnown) eras.push([point]);
    last = isKnown ? point : undefined;
  }
  return eras;
}

/** Every week from the first point to the last. */
export function listWeeks(points: readonly WeekPoint[]): Day[] {
  const [first, last] = [points[0]?.week, points.at(-1)?.week];
  const weeks: Day[] = [];
  for (let week = first; week !== undefined && last !== undefined && week <= last; week = addDays(week, WEEK_DAYS)) weeks.push(week);
  return weeks;
}
