import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, listDays } from '#kernel/days.ts';
import { listDayCounts, listStoredDays, listStaleProjects, toStoredRow } from './analytics/stored-days.ts';
import { getReplayInput } from './analytics/replay-input.ts';
import { findStaleDay, toDayCounts, type DayCounts } from './find-stale.ts';
import { FIRST_DAY } from '../history/history-input.ts';
import { replayDays } from './replay-days.ts';
import { VALIDITY_DAYS_MAX } from './validity-days.ts';
import { listEndedKeywords } from './store.ts';

/** Bounds of one part, so that requests to this process are still answered. */
const ROWS_AT_ONCE = 30_000;
const DAYS_AT_ONCE = 31;

type UpdateContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/** Projects with past days whose totals must be computed. */
export async function listProjectsToUpdate({ clickhouse, clock }: Pick<AppContext, 'clickhouse' | 'clock'>): Promise<string[]> {
  return await listStaleProjects(clickhouse, toDay(clock.now()));
}

/**
 * Computes and stores the totals of a project's past days, from the first day whose totals are missing or
 * whose history has changed, so that a year reads as quickly as a day. The newest days come first: after a
 * crash the first stale day is still stale, and so are all days after it.
 * @returns how many days were computed
 */
export async function updateDailyTotals(ctx: UpdateContext, projectId: string): Promise<number> {
  await ctx.outbox.flush();
  const last = addDays(toDay(ctx.clock.now()), -1);
  const range = { projectId, from: FIRST_DAY, to: last };
  const [rows, stored] = await Promise.all([listDayCounts(ctx.clickhouse, range), listStoredDays(ctx.clickhouse, range)]);
  const counts = toDayCounts(rows, stored.days);
  const [oldest] = counts;
  const first = oldest && findStaleDay(counts, { first: oldest.day, last });
  if (first === undefined) return 0;
  const rowsOf = new Map(rows.map((count) => [count.day, count.rows]));
  const days = listDays(first, last).map((day): DayCounts => ({ day, rows: rowsOf.get(day) ?? 0, storedRows: undefined }));
  for (const span of toSpans(days).toReversed()) await updateSpan(ctx, projectId, span);
  await ctx.outbox.flush();
  return days.length;
}

async function updateSpan(
  { postgres, clickhouse, outbox, clock }: UpdateContext,
  projectId: string,
  days: readonly DayCounts[],
): Promise<void> {
  const [from = '', to = ''] = [days[0]?.day, days.at(-1)?.day];
  const [ended, material] = await Promise.all([
    listEndedKeywords(postgres, projectId, addDays(from, -VALIDITY_DAYS_MAX)),
    getReplayInput(clickhouse, { projectId, from, to }),
  ]);
  const totals = Map.groupBy(replayDays({ from, to, ended }, material), ({ day }) => day);
  const computedAt = new Date(clock.realNow());
  const rows = days.map(({ day, rows: sourceRows }) =>
    toStoredRow(projectId, { day, sourceRows, totals: totals.get(day) ?? [] }, computedAt),
  );
  await postgres.transaction((tx) => outbox.append(tx, 'ranking_days', rows));
}

/** Runs of consecutive days within the bounds. */
function toSpans(days: readonly DayCounts[]): DayCounts[][] {
  const spans: DayCounts[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const day of days) {
    rows += day.rows;
    const span = spans.at(-1);
    if (span !== undefined && rows <= ROWS_AT_ONCE && span.length < DAYS_AT_ONCE) {
      span.push(day);
      continue;
    }
    spans.push([day]);
    rows = day.rows;
  }
  return spans;
}
