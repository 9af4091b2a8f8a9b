import { toFirstDay, toLastDay, toWeekKey } from '#kernel/weeks.ts';
import type { LinkPeriod } from '#providers/search-data/links.ts';
import { completeHistory } from '../onboarding/store/fetches.ts';
import { listWeeksWithRow, lockWeeks } from './store/weeks.ts';
import { NO_METRICS, type Snapshot, type SnapshotMetrics } from './snapshot.ts';
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
 * nothing of get a row without metrics, so that they are not fetched again.
 * @throws OutsideError, BudgetExceededError
 */
export async function fillWeeks(ctx: SnapshotContext, { domain, scope, signal }: SnapshotAsking): Promise<FilledWeeks> {
  const missing = await listMissing(ctx, domain.id);
  const [first] = missing;
  const last = missing.at(-1);
  if (first === undefined || last === undefined) {
    await completeHistory(ctx.postgres, { domainId: domain.id, rows: 0, costUsd: 0, now: ctx.clock.now() });
    return NOTHING;
  }
  const request = { target: domain.domain, from: toFirstDay(first), until: toLastDay(last), period: 'week' } as const;
  const { value, costUsd } = await ctx.searchData.fetchLinkHistory(request, scope, signal);
  const periods = new Map((value ?? []).map((period) => [toWeekKey(period.startsOn), period]));
  const capturedAt = ctx.clock.now();
  const snapshots = missing.map((yearWeek): Snapshot => ({
    ...toMetrics(periods.get(yearWeek)),
    yearWeek,
    asOf: toLastDay(yearWeek),
    source: 'history',
    // The call was one: its price stands in the newest of its weeks.
    costUsd: yearWeek === last ? costUsd : 0,
    capturedAt,
  }));
  const known = snapshots.filter(({ backlinks }) => backlinks !== null).length;
  const filled = await ctx.postgres.transaction(async (tx) => {
    await lockWeeks(tx, domain.id);
    await completeHistory(tx, { domainId: domain.id, rows: known, costUsd, now: capturedAt });
    return await writeWeeks(tx, ctx, { domain, snapshots });
  });
  return { filled, known, costUsd };
}

async function listMissing({ postgres, clock }: SnapshotContext, id: number): Promise<string[]> {
  const past = listPastWeeks(toWeek(clock.now()));
  const [first] = past;
  const last = past.at(-1);
  if (first === undefined || last === undefined) return [];
  const there = new Set(await listWeeksWithRow(postgres, id, { first, last }));
  return past.filter((week) => !there.has(week));
}

/** The history has totals only, no counts by type of source. */
function toMetrics(period: LinkPeriod | undefined): SnapshotMetrics {
  if (period === undefined) return NO_METRICS;
  const { rank, backlinks, backlinksNofollow, referringDomains, referringMainDomains } = period;
  return { ...NO_METRICS, rank, backlinks, backlinksNofollow, referringDomains, referringMainDomains };
}
