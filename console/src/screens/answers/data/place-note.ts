import { addDays, countDays, WEEK_DAYS, type Day } from '#data/time/days.ts';

/** Where a note lies on a line of weeks, in weeks from its beginning: the day on which it begins, and the end of its last. Undefined: beside it. */
export function placeNote(weeks: readonly Day[], { from, to }: { readonly from: Day; readonly to: Day }): [number, number] | undefined {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const end = addDays(last, WEEK_DAYS - 1);
  if (to < first || from > end) return undefined;
  const toWeeks = (day: Day): number => countDays(first, day) / WEEK_DAYS;
  return [toWeeks(from < first ? first : from), toWeeks(addDays(to > end ? end : to, 1))];
}
