import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { toDay } from '#kernel/clock.ts';
import { readBudgets } from '../budgets/budget-limits.ts';
import { limitByName, withOwnLimits } from '../budgets/budgets.ts';
import { endOf, startOf } from '../periods.ts';
import { listOwnLimits } from '../store/payers.ts';
import { getTotals, listCostsByProject, listHourlyCosts } from '../store/reads.ts';

/** The last full days from which the rest of the month is projected. */
const PACE_DAYS = 7;

/** What a project paid for in the present month (UTC), in USD. */
export interface ProjectMonth {
  readonly monthUsd: number;
  readonly todayUsd: number;
  /** At the end of the month, if each day that is left, and the rest of today, costs as much as the last seven full ones did on average, and no more than the limit. */
  readonly projectedUsd: number;
  /** Null: no limit. */
  readonly budgetUsd: number | null;
  /** The day on which the limit is used up at this pace, today if it is; undefined: not in this month. */
  readonly stopsOn: string | undefined;
}

type SpendReader = Pick<AppContext, 'postgres' | 'clock'>;

/**
 * For callers who know that the project may be seen.
 * @param since when the project was made: days before it do not slow the pace, unless it paid for something in them
 */
export async function getProjectMonth({ postgres, clock }: SpendReader, projectId: string, since: Date): Promise<ProjectMonth> {
  const now = clock.now();
  const today = startOf('day', now);
  const until = new Date(today.getTime() + DAY_MS);
  const window = { since: new Date(today.getTime() - PACE_DAYS * DAY_MS), until, projectIds: [projectId] };
  const [month, points, budgets, own] = await Promise.all([
    getTotals(postgres, { since: startOf('month', now), projectIds: [projectId] }),
    listHourlyCosts(postgres, window, 'day'),
    readBudgets(postgres),
    listOwnLimits(postgres, [projectId]),
  ]);
  const todayUsd = points.at(-1)?.costUsd ?? 0;
  const began = points.findIndex(({ at, costUsd }) => costUsd > 0 || at >= startOf('day', since));
  const full = points.slice(began, -1);
  const dayUsd = full.length === 0 ? 0 : full.reduce((sum, { costUsd }) => sum + costUsd, 0) / full.length;
  const daysLeft = ((endOf('month', now) ?? until).getTime() - until.getTime()) / DAY_MS;
  const restUsd = Math.max(0, dayUsd - todayUsd);
  const projectedUsd = month.costUsd + restUsd + dayUsd * daysLeft;
  const budgetUsd = limitByName(withOwnLimits(budgets, own).project_monthly_usd, projectId);
  const stop = budgetUsd === null ? undefined : findStop({ leftUsd: budgetUsd - month.costUsd, restUsd, dayUsd, daysLeft }, today);
  return {
    monthUsd: month.costUsd,
    todayUsd,
    projectedUsd: stop === undefined ? projectedUsd : Math.max(month.costUsd, budgetUsd ?? 0),
    budgetUsd,
    stopsOn: stop === undefined ? undefined : toDay(stop),
  };
}

interface Pace {
  readonly leftUsd: number;
  /** The rest of today. */
  readonly restUsd: number;
  readonly dayUsd: number;
  readonly daysLeft: number;
}

function findStop({ leftUsd, restUsd, dayUsd, daysLeft }: Pace, today: Date): Date | undefined {
  if (leftUsd <= 0 || restUsd > leftUsd) return today;
  const days = dayUsd === 0 ? Infinity : Math.floor((leftUsd - restUsd) / dayUsd) + 1;
  return days > daysLeft ? undefined : new Date(today.getTime() + days * DAY_MS);
}

/** What each of the projects paid for in the present month (UTC), in USD; those that paid nothing are left out. */
export async function sumMonthByProject(
  { postgres, clock }: SpendReader,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const filter = { since: startOf('month', clock.now()), projectIds };
  const { projects } = await listCostsByProject(postgres, filter, { limit: projectIds.length, offset: 0 });
  return new Map(projects.flatMap(({ projectId, costUsd }) => (projectId === null ? [] : [[projectId, costUsd]])));
}
