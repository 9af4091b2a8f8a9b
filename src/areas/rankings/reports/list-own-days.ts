import { listEndedKeywords } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { toGroups } from '#kernel/lists.ts';
import { computeDays } from '../daily-totals/analytics/compute-days.ts';
import type { DayRange, Measure } from '../daily-totals/analytics/stored-days.ts';
import { addUpDay, type DayTotals } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { listStoredOwnDays, toMeasure, type ProjectsRange, type StoredOwnDays } from './analytics/own-days.ts';

/** What one answer computes at most; stored totals serve the rest. */
const COMPUTED_PROJECTS_MAX = 40;
const COMPUTED_ROWS_MAX = 400_000;
const AT_ONCE = 4;
const PLAIN: Measure = { scale: 'organic', curve: null };

/** The days of a project, of its own sites taken together, in organic results. */
export interface OwnDays {
  /** The last day whose totals are known; days after it are not among `days`. */
  readonly asOf: string;
  /** Oldest first; days on which nothing is known are left out. */
  readonly days: readonly DayTotals[];
}

/**
 * The totals of each day for many projects at once. Past days are read from their stored totals, which are brought up
 * to date every hour. Days without them, today among them, are computed for the projects with the least history until the bounds of one answer
 * are reached: the figures of the other projects end with the last day that is stored.
 * @returns by project; those that know nothing are left out
 */
export async function listOwnDays(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'clock'>,
  { projects, from, to: asked }: ProjectsRange,
): Promise<ReadonlyMap<string, OwnDays>> {
  const today = toDay(ctx.clock.now());
  const to = asked < today ? asked : today;
  // Outcomes from before the first day may still be valid on it.
  const since = addDays(from, 1 - VALIDITY_DAYS_MAX);
  const stored = await listStoredOwnDays(ctx.clickhouse, { projects, from: since, to });
  const measureOf = new Map(projects.map((project) => [project.id, toMeasure(project)]));
  const known = new Map(stored.map((project) => [project.projectId, toStoredDays(project, { from, to })]));
  const behind = chooseToCompute(stored.filter(({ projectId }) => (known.get(projectId)?.asOf ?? '') < to));
  for (const group of toGroups(behind, AT_ONCE)) {
    const computed = await Promise.all(
      group.map(({ projectId }) =>
        addComputedDays(ctx, { projectId, ...(measureOf.get(projectId) ?? PLAIN), from, to }, known.get(projectId)),
      ),
    );
    for (const [at, { projectId }] of group.entries()) known.set(projectId, computed[at]);
  }
  return new Map([...known].flatMap(([projectId, days]) => (days === undefined ? [] : [[projectId, days]])));
}

/** Stored totals up to the first day that has none or stale ones. */
function toStoredDays({ staleDay, storedUntil, days }: StoredOwnDays, { from, to }: Pick<DayRange, 'from' | 'to'>): OwnDays | undefined {
  if (storedUntil === null) return undefined;
  const lastFresh = staleDay === null || staleDay > storedUntil ? storedUntil : addDays(staleDay, -1);
  const asOf = lastFresh < to ? lastFresh : to;
  return { asOf, days: days.filter(([day]) => day >= from && day <= asOf).flatMap(([day, sums]) => addUpOwnDay({ day, sums })) };
}

function addUpOwnDay(day: { readonly day: string; readonly sums: string }): DayTotals[] {
  return addUpDay(day, { channel: 'seo' }).filter(({ domain }) => domain === '');
}

function chooseToCompute(stored: readonly StoredOwnDays[]): StoredOwnDays[] {
  let rows = 0;
  return stored
    .toSorted((one, other) => one.rows - other.rows)
    .slice(0, COMPUTED_PROJECTS_MAX)
    .filter((project, at) => (rows += project.rows) <= COMPUTED_ROWS_MAX || at === 0);
}

async function addComputedDays(
  { postgres, clickhouse }: Pick<AppContext, 'postgres' | 'clickhouse'>,
  { projectId, from, to, ...measure }: DayRange,
  known: OwnDays | undefined,
): Promise<OwnDays> {
  const first = known === undefined || known.asOf < from ? from : addDays(known.asOf, 1);
  const ended = await listEndedKeywords(postgres, projectId, addDays(first, -VALIDITY_DAYS_MAX));
  const computed = await computeDays(clickhouse, { projectId, ...measure, from: first, to }, ended);
  return { asOf: to, days: [...(known?.days ?? []), ...computed.flatMap(addUpOwnDay)] };
}
