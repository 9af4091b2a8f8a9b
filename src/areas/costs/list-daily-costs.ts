import type { AppContext } from '#context';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { invalid } from '#kernel/errors.ts';
import { endOf, startOf } from './periods.ts';
import type { Span } from './span.ts';
import { listHourlyCosts, listMinutelyCosts, type CostPoint, type ServicesPoint } from './store/reads.ts';
import { listAskedProjects, type CostReader } from './visible-costs.ts';

export const GRANULARITIES = ['minute', 'hour', 'day'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Every minute of so many days is a list that can still be sent. */
const MINUTE_DAYS_MAX = 31;

export interface DailyCostsInput {
  /** Days to look back, today included. */
  readonly days: number;
  readonly granularity: Granularity;
  readonly projectId?: string | undefined;
}

/**
 * Costs over time, oldest first: every day, hour or minute (UTC) up to the
 * current one, those without any too.
 * @throws AppError `Project not found`; 400 for the minutes of too many days
 */
export async function listDailyCosts(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  { days, granularity, projectId }: DailyCostsInput,
): Promise<{ points: (CostPoint | ServicesPoint)[]; span: Required<Span> }> {
  if (granularity === 'minute' && days > MINUTE_DAYS_MAX) {
    throw invalid([{ path: 'days', message: `days must be at most ${MINUTE_DAYS_MAX} with the granularity minute` }]);
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
