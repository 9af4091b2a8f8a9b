import { listDays } from '#data/time/days.ts';
import { formatCount } from '#data/format.ts';
import type { ReadChart } from '#ui/charts/chart/spec.ts';
import { toListReading } from '../apps/app/readings.ts';
import { addWeeks, toMonday, type Week } from './weeks.ts';

/** An app on a list in a week. */
export interface Place {
  readonly app_id: string;
  readonly title: string | null;
  readonly rank: number;
  readonly scraped_at: string;
  readonly list_usd: number | null;
}

/** A list as it was last read in a week; empty when it was not read in it. */
export interface WeekList {
  readonly week: Week;
  readonly places: readonly Place[];
}

/** What became of a place since the week before: gained places, `new`, or null when that week was not read, or not so deep. */
export type Move = number | 'new' | null;

export interface Moves {
  readonly moveOf: (appId: string, rank: number) => Move;
  readonly entered: readonly Place[];
  /** With the ranks that they had. */
  readonly left: readonly Place[];
  /** Whether the week before was read: without it nothing can be said. */
  readonly isKnown: boolean;
}

/** A list beside that of the week before. What came and went is known as deep as both were read. */
export function toMoves(places: readonly Place[], before: readonly Place[]): Moves {
  const isKnown = before.length > 0;
  const depth = Math.min(findDepth(places), findDepth(before));
  const ranksBefore = new Map(before.map(({ app_id: id, rank }) => [id, rank]));
  const now = new Set(places.map(({ app_id: id }) => id));
  return {
    isKnown,
    moveOf(appId, rank) {
      if (!isKnown) return null;
      const earlier = ranksBefore.get(appId);
      if (earlier !== undefined) return earlier - rank;
      return rank <= depth ? 'new' : null;
    },
    entered: isKnown ? places.filter(({ app_id: id, rank }) => rank <= depth && !ranksBefore.has(id)) : [],
    left: isKnown && places.length > 0 ? before.filter(({ app_id: id, rank }) => rank <= depth && !now.has(id)) : [],
  };
}

/** Every list is read so deep at least: one that is shorter is whole. */
const DEPTH_MIN = 100;

function findDepth(places: readonly Place[]): number {
  const last = Math.max(0, ...places.map(({ rank }) => rank));
  return last < DEPTH_MIN ? Number.POSITIVE_INFINITY : last;
}

/** The places of the newest list's apps over weeks, a line for each. Weeks that were not read are gaps. */
export function toWeeksChart(lists: readonly WeekList[], shown: readonly Place[]): ReadChart {
  const ranks = lists.map(({ places }) => new Map(places.map((place) => [place.app_id, place])));
  return {
    days: lists.map(({ week }) => toMonday(week)),
    isReversed: true,
    format: formatCount,
    reading: (at, line) => {
      const place = ranks[at]?.get(shown[line]?.app_id ?? '');
      return place && toListReading(place);
    },
    lines: shown.map(({ app_id: id, title }) => ({
      id,
      label: title ?? id,
      values: ranks.map((week) => week.get(id)?.rank ?? null),
      said: (at) => (lists[at]?.places.length === 0 ? 'not read' : `not in the top ${lists[at]?.places.length}`),
    })),
  };
}

/** A place of one app on one list. */
export interface DatedRank {
  /** The day of the reading that a week's place is from. */
  readonly date: string;
  readonly year_week: string;
  readonly rank: number;
  readonly scraped_at: string;
  readonly list_usd: number | null;
}

/** The places of one app from its first to its last reading, by day or by week. What lies between readings is a gap. */
export function toHistoryChart(rows: readonly DatedRank[], step: 'day' | 'week'): ReadChart {
  const byDay = new Map(rows.map((row) => [step === 'day' ? row.date : toMonday(row.year_week), row]));
  const known = [...byDay.keys()].toSorted();
  const first = known[0] ?? '';
  const last = known.at(-1) ?? '';
  const days = step === 'day' ? listDays(first, last) : listMondays(rows.map(({ year_week: week }) => week).toSorted());
  return {
    days,
    isReversed: true,
    format: formatCount,
    reading: (at) => {
      const row = byDay.get(days[at] ?? '');
      return row && toListReading(row);
    },
    lines: [
      { id: 'rank', label: 'Place', values: days.map((day) => byDay.get(day)?.rank ?? null), said: () => 'not on the chart, or not read' },
    ],
  };
}

function listMondays(weeks: readonly Week[]): string[] {
  const mondays: string[] = [];
  const last = weeks.at(-1) ?? '';
  for (let week = weeks[0] ?? ''; week !== '' && week <= last; week = addWeeks(week, 1)) mondays.push(toMonday(week));
  return mondays;
}
