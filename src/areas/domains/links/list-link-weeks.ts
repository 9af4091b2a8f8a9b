import { addDays } from '#kernel/days.ts';
import { addWeeks, listWeeks, toFirstDay, toLastDay, toWeekKey } from '#kernel/weeks.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { NOT_LOOKED, readWeekChanges } from './looked-changes.ts';
import { listCountedWeeks, listDatedLinks, type DatedLink, type LinksQuestion } from './store/week-links.ts';

/** The links that came or went in a week. */
export interface LinkWeek {
  /** ISO week, `YYYYWW`. */
  readonly week: string;
  /** The first day after it, `YYYY-MM-DD`: from then on it can be known. */
  readonly endedOn: string;
  /** Both its snapshot and that of the week before are whole, and each of its days was looked at. */
  readonly isComplete: boolean;
  /** How many came or went of the whole profile by the provider; null: not known. */
  readonly total: number | null;
  /** Those of them that are stored and asked for, the strongest first. */
  readonly links: readonly DatedLink[];
}

/**
 * The difference between one weekly snapshot and the next, for the weeks that ended on the days from `from` to `to`. What came or went
 * in a week that is not complete is left out: there it is not known.
 * @returns oldest first
 */
export async function listLinkWeeks(sql: Sql, question: LinksQuestion): Promise<LinkWeek[]> {
  const { domainId, change, from, to } = question;
  const weeks = listWeeks(toWeekKey(addDays(from, -7)), toWeekKey(addDays(to, -7))).filter((week) => {
    const endedOn = addDays(toLastDay(week), 1);
    return endedOn >= from && endedOn <= to;
  });
  const [first] = weeks;
  if (first === undefined) return [];
  const [looked, counted] = await Promise.all([
    readWeekChanges(
      sql,
      domainId,
      weeks.toReversed().map((yearWeek) => ({ yearWeek })),
    ),
    listCountedWeeks(sql, domainId, [addWeeks(first, -1), ...weeks]),
  ]);
  const found: LinkWeek[] = [];
  for (const week of weeks) {
    const { status, counts } = looked.get(week) ?? NOT_LOOKED;
    const isComplete = status === 'looked' && counted.includes(week) && counted.includes(addWeeks(week, -1));
    found.push({
      week,
      endedOn: addDays(toLastDay(week), 1),
      isComplete,
      total: change === 'came' ? counts.newBacklinks : counts.lostBacklinks,
      links: isComplete ? await listDatedLinks(sql, { ...question, from: toFirstDay(week), to: toLastDay(week) }) : [],
    });
  }
  return found;
}
