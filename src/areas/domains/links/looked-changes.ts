import { toDay } from '#kernel/clock.ts';
import { countDaysBetween } from '#kernel/days.ts';
import { toFirstDay, toLastDay } from '#kernel/weeks.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { findLinkLook, sumChangeDays, sumChangeWeeks, type ChangeCounts, type LinkLook } from './store/looks.ts';

export const LOOK_STATUSES = ['looked', 'partly_looked', 'not_looked'] as const;
/** Whether a span of time was looked at. */
export type LookStatus = (typeof LOOK_STATUSES)[number];

/** What came and went in a span of time by the provider, and what of that time was looked at. */
export interface LookedChanges {
  readonly status: LookStatus;
  /** Null: of no part of the span is anything known. */
  readonly counts: ChangeCounts | null;
  /** The part of the span that was looked at; null: no part of it. */
  readonly counted: { readonly from: string; readonly until: Date } | null;
  /** The newest look; null: there was none. */
  readonly look: LinkLook | null;
}

/** The weekly run looks every seven days; with the day on which it does so. */
const LOOK_AGE_DAYS = 8;

/** By what looks found in the days from `since` on. */
export async function readLookedChanges(
  sql: Sql,
  given: { readonly domainId: number; readonly since: Date; readonly now: Date },
): Promise<LookedChanges> {
  const look = (await findLinkLook(sql, given.domainId)) ?? null;
  const since = toDay(given.since);
  const { lookedFrom, lookedUntil } = look ?? { lookedFrom: null, lookedUntil: null };
  if (lookedFrom === null || lookedUntil === null || toDay(lookedUntil) < since)
    return { status: 'not_looked', counts: null, counted: null, look };
  const from = lookedFrom > since ? lookedFrom : since;
  const counts = await sumChangeDays(sql, { domainId: given.domainId, from, last: toDay(lookedUntil) });
  const isLate = countDaysBetween(toDay(lookedUntil), toDay(given.now)) > LOOK_AGE_DAYS || look?.outcome !== 'looked';
  const status = from > since || isLate ? 'partly_looked' : 'looked';
  return { status, counts, counted: { from, until: lookedUntil }, look };
}

/** What came and went in a week. Counts are null unless all of its days were looked at. */
export interface WeekChange {
  readonly status: LookStatus;
  readonly counts: ChangeCounts;
}

/** By week, `YYYYWW`. */
export type WeekChanges = ReadonlyMap<string, WeekChange>;

/** @param weeks newest first */
export async function readWeekChanges(sql: Sql, domainId: number, weeks: readonly { readonly yearWeek: string }[]): Promise<WeekChanges> {
  const look = await findLinkLook(sql, domainId);
  const oldest = weeks.at(-1)?.yearWeek;
  if (oldest === undefined || look === undefined || look.lookedFrom === null || look.lookedUntil === null) return new Map();
  const [from, until] = [look.lookedFrom, toDay(look.lookedUntil)];
  const found = await sumChangeWeeks(sql, { domainId, from: toFirstDay(oldest), last: until });
  return new Map(
    weeks.map(({ yearWeek }) => {
      const [first, last] = [toFirstDay(yearWeek), toLastDay(yearWeek)];
      if (first > until || last < from) return [yearWeek, NOT_LOOKED];
      if (first < from || last >= until) return [yearWeek, { status: 'partly_looked', counts: NO_COUNTS }];
      return [yearWeek, { status: 'looked', counts: found.get(yearWeek) ?? NO_CHANGE }];
    }),
  );
}

const NO_COUNTS: ChangeCounts = { newBacklinks: null, lostBacklinks: null, newReferringDomains: null, lostReferringDomains: null };
const NO_CHANGE: ChangeCounts = { newBacklinks: 0, lostBacklinks: 0, newReferringDomains: 0, lostReferringDomains: 0 };
export const NOT_LOOKED: WeekChange = { status: 'not_looked', counts: NO_COUNTS };
