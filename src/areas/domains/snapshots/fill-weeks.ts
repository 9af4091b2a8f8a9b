import { toFirstDay, toLastDay, toWeekKey } from '#kernel/weeks.ts';
import type { LinkPeriod } from '#providers/search-data/links.ts';
import type { KnownDomain } from '../ingest/known-domain.ts';
import { listWeeksWithRow, lockWeeks } from '../store/summaries.ts';
import { NO_FIGURES, type Snapshot, type SnapshotFigures } from './snapshot.ts';
import type { SnapshotAsking, SnapshotContext } from './take-snapshot.ts';
import { listPastWeeks, toWeek } from './weeks.ts';
import { writeWeeks } from './write-snapshot.ts';

export interface FilledWeeks {
  /** Weeks that were missing. */
  readonly filled: number;
  /** Those of them that the provider's history knows. */
  readonly known: number;
  readonly costUsd: number;
}

const NOTHING: FilledWeeks = { filled: 0, known: 0, costUsd: 0 };

/**
 * Fills the weeks of the last year that a domain has no row for, from the provider's history and with
 * one call: all of them the first time, later those that were missed. Weeks that the provider knows
 * nothing of get a row without figures, so that nobody asks about them again.
 * @throws OutsideError, BudgetExceededError
 */
export async function fillWeeks(ctx: SnapshotContext, { domain, scope, signal }: SnapshotAsking): Promise<FilledWeeks> {
  const missing = await listMissing(ctx, domain);
  const [first] = missing;
  const last = missing.at(-1);
  if (first === undefined || last === undefined) return NOTHING;
  const request = { target: domain.domain, from: toFirstDay(first), until: toLastDay(last), period: 'week' } as const;
  const { value, costUsd } = await ctx.searchData.fetchLinkHistory(request, scope, signal);
  const periods = new Map((value ?? []).map((period) => [toWeekKey(period.startsOn), period]));
  const capturedAt = ctx.clock.now();
  const snapshots = missing.map((yearWeek): Snapshot => ({
    ...toFigures(periods.get(yearWeek)),
    yearWeek,
    asOf: toLastDay(yearWeek),
    source: 'history',
    // The call was one: its price stands in the newest of its weeks.
    costUsd: yearWeek === last ? costUsd : 0,
    capturedAt,
  }));
  const filled = await ctx.postgres.transaction(async (tx) => {
    await lockWeeks(tx, domain.id);
    return await writeWeeks(tx, ctx, { domain, snapshots });
  });
  return { filled, known: snapshots.filter(({ backlinks }) => backlinks !== null).length, costUsd };
}

async function listMissing({ postgres, clock }: SnapshotContext, { id }: KnownDomain): Promise<string[]> {
  const past = listPastWeeks(toWeek(clock.now()));
  const [first] = past;
  const last = past.at(-1);
  if (first === undefined || last === undefined) return [];
  const there = new Set(await listWeeksWithRow(postgres, id, { first, last }));
  return past.filter((week) => !there.has(week));
}

/** History tells sums only: not how many links come from whom. */
function toFigures(period: LinkPeriod | undefined): SnapshotFigures {
  if (period === undefined) return NO_FIGURES;
  const { rank, backlinks, backlinksNofollow, referringDomains, referringMainDomains } = period;
  return { ...NO_FIGURES, rank, backlinks, backlinksNofollow, referringDomains, referringMainDomains };
}
