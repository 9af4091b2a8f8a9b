import { listEndedKeywords, type EndedKeyword } from '#areas/keywords/index.ts';
import { findProject, POSITION_SCALES } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay, toUtcText } from '#kernel/clock.ts';
import { addDays, listDays } from '#kernel/days.ts';
import { computeDays } from './analytics/compute-days.ts';
import { dropOtherCurves, listStaleProjects, listStoredDays, toStoredScale, type Measure } from './analytics/stored-days.ts';
import { findStaleDay } from './find-stale.ts';
import { FIRST_DAY } from '../history/history-input.ts';
import { VALIDITY_DAYS_MAX } from './validity-days.ts';

/** Bounds of one statement, so that ClickHouse needs little memory for it. */
const ROWS_AT_ONCE = 300_000;
const DAYS_AT_ONCE = 31;

type UpdateContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/** Projects with past days whose totals must be computed. */
export async function listProjectsToUpdate({ clickhouse, clock }: Pick<AppContext, 'clickhouse' | 'clock'>): Promise<string[]> {
  return await listStaleProjects(clickhouse, toDay(clock.now()));
}

/**
 * Computes and stores the totals of a project's past days in both scales of position, and by its own click curve where it weighs by
 * one, from the first day whose totals are missing or
 * whose history has changed, so that a year reads as quickly as a day. The newest days come first: after a
 * crash the first stale day is still stale, and so are all days after it.
 * @returns how many days were computed
 */
export async function updateDailyTotals(ctx: UpdateContext, projectId: string): Promise<number> {
  await ctx.outbox.flush();
  let days = 0;
  for (const measure of await listMeasures(ctx, projectId)) days = Math.max(days, await updateTotalsOf(ctx, projectId, measure));
  await ctx.outbox.flush();
  return days;
}

/** Removes the totals that a project has by curves of before. */
export async function dropOldTotals({ postgres, clickhouse }: UpdateContext, projectId: string): Promise<void> {
  const project = await findProject(postgres, projectId);
  await dropOtherCurves(clickhouse, projectId, project?.voiceCurve ?? null);
}

async function listMeasures({ postgres }: UpdateContext, projectId: string): Promise<Measure[]> {
  const project = await findProject(postgres, projectId);
  const own = project?.voiceCurve ? [{ scale: project.positionScale, curve: project.voiceCurve }] : [];
  return [...POSITION_SCALES.map((scale) => ({ scale, curve: null })), ...own];
}

async function updateTotalsOf(ctx: UpdateContext, projectId: string, measure: Measure): Promise<number> {
  const last = addDays(toDay(ctx.clock.now()), -1);
  const known = await listStoredDays(ctx.clickhouse, { projectId, ...measure, from: FIRST_DAY, to: last });
  const first = known[0] && findStaleDay(known, { first: known[0].day, last });
  if (first === undefined) return 0;
  const ended = await listEndedKeywords(ctx.postgres, projectId, addDays(first, -VALIDITY_DAYS_MAX));
  // Counted before the totals are computed: rows that arrive in between make their day stale again.
  const rowsOf = new Map(known.map(({ day, rows }) => [day, rows]));
  const daysAtOnce = Math.max(1, Math.min(DAYS_AT_ONCE, Math.floor(ROWS_AT_ONCE / Math.max(...rowsOf.values()))));
  const days = listDays(first, last);
  for (const at of days.keys().toArray().toReversed()) {
    if (at % daysAtOnce === 0) await storeDays(ctx, projectId, { measure, days: days.slice(at, at + daysAtOnce), rowsOf, ended });
  }
  return days.length;
}

interface DaysToStore {
  readonly measure: Measure;
  /** Consecutive days, oldest first. */
  readonly days: readonly string[];
  readonly rowsOf: ReadonlyMap<string, number>;
  readonly ended: readonly EndedKeyword[];
}

async function storeDays(ctx: UpdateContext, projectId: string, { measure, days, rowsOf, ended }: DaysToStore): Promise<void> {
  const range = { projectId, ...measure, from: days[0] ?? '', to: days.at(-1) ?? '' };
  const computed = await computeDays(ctx.clickhouse, range, ended);
  const sumsOf = new Map(computed.map(({ day, sums }) => [day, sums]));
  const computedAt = toUtcText(new Date(ctx.clock.realNow()));
  const rows = days.map((day) => ({
    project_id: projectId,
    day,
    scale: toStoredScale(measure),
    source_rows: rowsOf.get(day) ?? 0,
    sums: sumsOf.get(day) ?? '[]',
    computed_at: computedAt,
  }));
  await ctx.postgres.transaction((tx) => ctx.outbox.append(tx, 'ranking_days', rows));
}
