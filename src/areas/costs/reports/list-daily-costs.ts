import type { AppContext } from '#context';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { invalid } from '#kernel/errors.ts';
import { endOf, startOf } from '../periods.ts';
import type { Span } from '../spending/span.ts';
import { listHourlyCosts, listMinutelyCosts, type CostPoint, type ServicesPoint } from '../store/reads.ts';
import { listAskedProjects, type CostReader } from '../visible-costs.ts';

export const GRANULARITIES = ['minute', 'hour', 'day'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Days to look back, so that a list has at most 2,000 points. */
export const DAYS_MAX: Readonly<Record<Granularity, number>> = { minute: 1, hour: 83, day: 366 };

export interface DailyCostsInput {
  /** Days to look back, today included. */
  readonly days: number;
  readonly granularity: Granularity;
  readonly projectId?: string | undefined;
}

/**
 * Costs over time, oldest first: every day, hour or minute (UTC) up to the
 * current one, those without any too.
 * @throws AppError `Project not found`; 400 for the minutes or hours of too many days
 */
export async function listDailyCosts(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  { days, granularity, projectId }: DailyCostsInput,
): Promise<{ points: (CostPoint | ServicesPoint)[]; span: Required<Span> }> {
  const most = DAYS_MAX[granularity];
  if (days > most) {
    const coarser = granularity === 'minute' ? 'hour' : 'day';
    const message = `days must be at most ${most} with the granularity ${granularity}; ask for the granularity ${coarser}`;
    throw invalid([{ path: 'days', message }]);
  }
  const now = ctx.clock.now();
  const since = new Date(startOf('day', now).getTime() - (days - 1) * DAY_MS);
  const span = { since, until: endOfPoint(granularity, now) };
  const filter = { ...span, projectIds: await listAskedProjects(ctx, projectId) };
  const points =
    granularity === 'minute' ? await listMinutelyCosts(ctx.postgres, filter) : await listHourlyCosts(ctx.postgres, filter, granularity);
  return { points, span };
}

function endOfPoint(granularity: Granularity, now: Date): Date {
  if (granularity === 'minute') return new Date((Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS);
  return endOf(granularity, now) ?? now;
}
