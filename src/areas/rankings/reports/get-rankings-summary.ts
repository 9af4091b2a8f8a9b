import { listWatchedAssets, type WatchedAsset, listEndedKeywords } from '#areas/keywords/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, countDaysBetween, listDays } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { computeDays } from '../daily-totals/analytics/compute-days.ts';
import { listStoredDays, type DayRange, type PackedDay } from '../daily-totals/analytics/stored-days.ts';
import { addUpDay } from '../daily-totals/totals.ts';
import { findStaleDay } from '../daily-totals/find-stale.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import type { Summary, SummaryDay, SummaryInput } from './rankings-summary.ts';
import { listSummaryGroups } from './summary-groups.ts';
import { toWatchedTargets } from '../ingest/watched-targets.ts';

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
  const { positionScale: scale, pendingScale, voiceCurve } = await getProject(ctx, input.projectId);
  const range = { projectId: input.projectId, scale, curve: voiceCurve, ...toSpan(input, toDay(ctx.clock.now())) };
  const [days, assets] = await Promise.all([listPackedDays(ctx, range), listWatchedAssets(ctx.postgres, [input.projectId])]);
  return {
    positionScale: scale,
    pendingScale,
    voiceCurve,
    from: range.from,
    to: range.to,
    days: toDays(range, days, input),
    assets: toShown(assets.get(input.projectId) ?? [], input.channel),
    groups: input.groupBy === undefined ? null : await listSummaryGroups(ctx, { ...input, groupBy: input.groupBy }, { range, days }),
  };
}

/** The stored totals of past days; those of the days from the first stale one on by their history. */
export async function listPackedDays(
  { postgres, clickhouse }: Pick<SummaryContext, 'postgres' | 'clickhouse'>,
  range: DayRange,
): Promise<PackedDay[]> {
  const { projectId, from, to } = range;
  // Outcomes from before the first day may still be valid on it.
  const since = addDays(from, 1 - VALIDITY_DAYS_MAX);
  const stored = await listStoredDays(clickhouse, { ...range, from: since });
  const staleDay = findStaleDay(stored, { first: since, last: to });
  if (staleDay === undefined) return stored.filter(({ day }) => day >= from);
  const computedFrom = staleDay < from ? from : staleDay;
  const ended = await listEndedKeywords(postgres, projectId, addDays(computedFrom, -VALIDITY_DAYS_MAX));
  const computed = await computeDays(clickhouse, { ...range, from: computedFrom }, ended);
  return [...stored.filter(({ day }) => day >= from && day < staleDay), ...computed];
}

/** Future days have no totals: the range ends today. */
function toSpan({ startDate, endDate }: SummaryInput, today: string): { from: string; to: string } {
  const last = endDate ?? (startDate !== undefined && startDate > today ? startDate : today);
  const from = startDate ?? addDays(last, 1 - DAYS_DEFAULT);
  if (countDaysBetween(from, last) >= DAYS_MAX)
    throw invalid([{ path: 'end_date', message: `must be at most ${DAYS_MAX - 1} days after start_date` }]);
  return { from, to: last < today ? last : today };
}

function toDays({ from, to }: DayRange, packed: readonly PackedDay[], input: SummaryInput): SummaryDay[] {
  const sumsOf = new Map(packed.map(({ day, sums }) => [day, sums]));
  return listDays(from, to).map((day) => {
    const rows = addUpDay({ day, sums: sumsOf.get(day) ?? '[]' }, input);
    return { day, own: rows.find(({ domain }) => domain === ''), sites: rows.filter(({ domain }) => domain !== '') };
  });
}

/** The assets that can be in a channel's results. */
function toShown(assets: readonly WatchedAsset[], channel: SummaryInput['channel']): WatchedAsset[] {
  const shown = new Set(toWatchedTargets({ assets, targetDomain: null }, channel).map(({ assetId }) => assetId));
  return assets.filter(({ id }) => shown.has(id));
}
