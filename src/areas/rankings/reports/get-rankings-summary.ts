import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, countDaysBetween, listDays } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { listDayCounts, listStoredDays, type DayRange } from '../daily-totals/analytics/stored-days.ts';
import { getReplayInput } from '../daily-totals/analytics/replay-input.ts';
import { addUp, type DayTotals, type DayTotalsByPage } from '../daily-totals/totals.ts';
import { findStaleDay, toDayCounts } from '../daily-totals/find-stale.ts';
import { replayDays } from '../daily-totals/replay-days.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { listEndedKeywords } from '../daily-totals/store.ts';
import { listWatchedAssets } from '../tracked/store.ts';
import type { PageFilter, Summary, SummaryDay, SummaryInput } from './rankings-summary.ts';
import { toWatchedTargets, type WatchedAsset } from '../tracked/tracking-project.ts';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 731;

type SummaryContext = ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>;

/**
 * The totals of each day (docs/tracking.md, "What a day comes to"): how many keywords rank how well, how they
 * moved, and the share of voice of each site. An outcome stays valid until the next good check
 * (`validity-days.ts`), so that weekly keywords and failed checks leave no gaps; a failure counts as a
 * failure and never as a loss. Past days are read from their stored totals, unless their history has changed.
 * @throws AppError `Project not found`; on more than two years
 */
export async function getRankingsSummary(ctx: SummaryContext, input: SummaryInput): Promise<Summary> {
  await getProject(ctx, input.projectId);
  const filter = { ...input, ...toSpan(input, toDay(ctx.clock.now())) };
  const [{ stored, staleDay }, assets] = await Promise.all([readStored(ctx, filter), listWatchedAssets(ctx.postgres, [input.projectId])]);
  const shown = stored.filter((row) => fits(row, filter) && (staleDay === undefined || row.day < staleDay));
  const totals = [...addUp(shown), ...(staleDay === undefined ? [] : await workOut(ctx, filter, staleDay))];
  return {
    from: filter.from,
    to: filter.to,
    days: toDays(filter, totals),
    assets: toShown(assets.get(input.projectId) ?? [], input.channel),
  };
}

interface StoredDays {
  readonly stored: readonly DayTotalsByPage[];
  /** The first day that must be computed. */
  readonly staleDay: string | undefined;
}

/** The stored totals of past days. Outcomes from before the first day may still be valid on it. */
async function readStored({ clickhouse, clock }: SummaryContext, { projectId, from, to }: PageFilter): Promise<StoredDays> {
  const today = toDay(clock.now());
  const since = addDays(from, 1 - VALIDITY_DAYS_MAX);
  const range: DayRange = { projectId, from: since, to: to < today ? to : addDays(today, -1) };
  const { days, areFresh } = await listStoredDays(clickhouse, range);
  const rows = areFresh
    ? days.map(({ day, sourceRows }) => ({ day, rows: sourceRows }))
    : await listDayCounts(clickhouse, { ...range, to });
  const staleDay = findStaleDay(toDayCounts(rows, days), { first: since, last: to });
  return { stored: days.filter(({ day }) => day >= from).flatMap(({ totals }) => totals), staleDay };
}

function fits(row: DayTotalsByPage, { channel, engine, device, locationCode }: PageFilter): boolean {
  return (
    (channel === undefined || row.channel === channel) &&
    (engine === undefined || row.engine === engine) &&
    (device === undefined || row.device === device) &&
    (locationCode === undefined || row.locationCode === locationCode)
  );
}

/** The days from the first stale one on, from their history. */
async function workOut(ctx: SummaryContext, filter: PageFilter, staleDay: string): Promise<DayTotals[]> {
  const from = staleDay < filter.from ? filter.from : staleDay;
  const [ended, material] = await Promise.all([
    listEndedKeywords(ctx.postgres, filter.projectId, addDays(from, -VALIDITY_DAYS_MAX)),
    getReplayInput(ctx.clickhouse, { ...filter, from }),
  ]);
  return addUp(replayDays({ from, to: filter.to, ended }, material));
}

/** Future days have no totals: the range ends today. */
function toSpan({ startDate, endDate }: SummaryInput, today: string): { from: string; to: string } {
  const last = endDate ?? (startDate !== undefined && startDate > today ? startDate : today);
  const from = startDate ?? addDays(last, 1 - DAYS_DEFAULT);
  if (countDaysBetween(from, last) >= DAYS_MAX)
    throw invalid([{ path: 'end_date', message: `must be at most ${DAYS_MAX - 1} days after start_date` }]);
  return { from, to: last < today ? last : today };
}

function toDays({ from, to }: PageFilter, totals: readonly DayTotals[]): SummaryDay[] {
  const byDay = Map.groupBy(totals, ({ day }) => day);
  return listDays(from, to).map((day) => {
    const rows = byDay.get(day) ?? [];
    return { day, own: rows.find(({ domain }) => domain === ''), sites: rows.filter(({ domain }) => domain !== '') };
  });
}

/** The assets that can be in a channel's results. */
function toShown(assets: readonly WatchedAsset[], channel: SummaryInput['channel']): WatchedAsset[] {
  const shown = new Set(toWatchedTargets({ assets, targetDomain: null }, channel).map(({ assetId }) => assetId));
  return assets.filter(({ id }) => shown.has(id));
}
