import { sumMonthByProject } from '#areas/costs/index.ts';
import { requireOrganization, type ProjectReader } from '#areas/projects/index.ts';
import { countWeekMoves, listOwnDays, toWeekAgo, type DayTotals, type MoveCounts } from '#areas/rankings/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, listDays } from '#kernel/days.ts';
import { shownProjects, type ProjectFilter, type ProjectState } from './store/projects.ts';

/** Days of the line of the share of voice. */
export const SPARK_DAYS = 28;

export interface ProjectGlance extends ProjectState {
  /** The last day whose totals are known; undefined: no outcome is known of the last four weeks. */
  readonly asOf: string | undefined;
  /** Totals of that day. */
  readonly now: DayTotals | undefined;
  /** Totals of the day four weeks before. */
  readonly previous: DayTotals | undefined;
  /** The last 28 days, oldest first; undefined where nothing is known. */
  readonly days: readonly (DayTotals | undefined)[];
  /** Against the same day of the week before; undefined: not counted for this answer. */
  readonly weekMoves: MoveCounts | undefined;
  /** Paid in the present month (UTC). */
  readonly monthUsd: number;
}

export interface ProjectsGlance {
  readonly from: string;
  readonly to: string;
  /** The day that `weekMoves` compares with. */
  readonly weekBefore: string;
  readonly projects: readonly ProjectGlance[];
  readonly total: number;
}

export type ListInput = Omit<ProjectFilter, 'bound'>;

/**
 * The projects that the caller sees, by name, each with how its sites stand in organic results (`listOwnDays`).
 * @throws AppError `Organization not found`, also for one that the caller may not see
 */
export async function listProjectsAtGlance(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'clock'>,
  input: ListInput,
): Promise<ProjectsGlance> {
  if (input.organizationId !== undefined) await requireOrganization(ctx, input.organizationId);
  const to = toDay(ctx.clock.now());
  const from = addDays(to, 1 - SPARK_DAYS);
  const filter = { ...input, bound: ctx.caller };
  const { rows: states, total } = await shownProjects.read(ctx.postgres, filter, filter);
  const projectIds = states.map(({ id }) => id);
  const [days, weekMoves, spends] = await Promise.all([
    listOwnDays(ctx, { projects: states, from: addDays(from, -1), to }),
    countWeekMoves(ctx, states, to),
    sumMonthByProject(ctx, projectIds),
  ]);
  const shown = listDays(from, to);
  const projects = states.map((state): ProjectGlance => {
    const own = days.get(state.id);
    const dayOf = new Map(own?.days.map((day) => [day.day, day]));
    const asOf = own !== undefined && own.asOf >= from ? own.asOf : undefined;
    return {
      ...state,
      asOf,
      now: asOf === undefined ? undefined : dayOf.get(asOf),
      previous: dayOf.get(addDays(from, -1)),
      days: shown.map((day) => dayOf.get(day)),
      weekMoves: weekMoves.get(state.id),
      monthUsd: spends.get(state.id) ?? 0,
    };
  });
  return { from, to, weekBefore: toWeekAgo(to).before, projects, total };
}
