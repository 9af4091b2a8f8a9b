import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import type { PerformanceRow } from '#providers/search-console/index.ts';
import { getBound, type Bound } from '../binding/bind-project.ts';
import { getSource, refusedBy } from '../connections/open-source.ts';
import { toTrouble, withFreshToken } from '../connections/test-connection.ts';
import { toFigures, type Figures } from '../performance/figures.ts';
import { toPacificDay, toPacificHour } from '../sync/pacific.ts';

/** Google keeps hours of so many Pacific days, today among them. */
export const HOUR_DAYS_MAX = 10;
const ROWS_MAX = 1_000;

type HoursContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'secrets' | 'searchConsole' | 'signal'>;

export interface Hour {
  /** When it begins in Pacific time, such as `2026-11-21T07:00:00-08:00`. */
  readonly hour: string;
  /** Null: Google has nothing of it. */
  readonly figures: Figures | null;
  /** `partial`: Google counts on. */
  readonly state: 'partial' | 'final';
}

export interface Hours {
  readonly bound: Bound;
  /** Oldest first, until the hour that has begun. */
  readonly hours: readonly Hour[];
  /** From then on Google counts on; undefined: it does not say. */
  readonly firstIncompleteHour: string | undefined;
  readonly askedAt: Date;
}

/**
 * Asks Google what it counted hour by hour of a project's property; nothing of it is kept.
 * @param days Pacific days until today, 1 to 10
 * @throws AppError 404; 409 with a cause and a step when Google refuses; OutsideError
 */
export async function listHours(ctx: HoursContext, projectId: string, days: number): Promise<Hours> {
  const bound = await getBound(ctx, projectId);
  const { credentials, siteUrl } = await getSource(ctx, bound.property.id);
  const askedAt = ctx.clock.now();
  const endDate = toPacificDay(askedAt);
  const startDate = addDays(endDate, 1 - days);
  const question = {
    startDate,
    endDate,
    dimensions: ['hour'],
    type: bound.binding.type,
    dataState: 'hourly_all',
    aggregation: 'auto',
    rowLimit: ROWS_MAX,
    startRow: 0,
  } as const;
  try {
    const { rows, firstIncompleteHour } = await withFreshToken(() =>
      ctx.searchConsole.fetchPerformance(credentials, siteUrl, question, ctx.signal),
    );
    return { bound, hours: toHours(rows, { startDate, now: askedAt, firstIncompleteHour }), firstIncompleteHour, askedAt };
  } catch (error) {
    const trouble = toTrouble(error);
    throw trouble === undefined ? error : refusedBy(trouble);
  }
}

interface Span {
  readonly startDate: string;
  readonly now: Date;
  readonly firstIncompleteHour: string | undefined;
}

/** Every hour of the days, those too that Google leaves out. Hours of Pacific time begin with those of UTC. */
function toHours(rows: readonly PerformanceRow[], { startDate, now, firstIncompleteHour }: Span): Hour[] {
  const byInstant = new Map(rows.map((row) => [Date.parse(row.keys[0] ?? ''), row]));
  const openFrom = firstIncompleteHour === undefined ? Infinity : Date.parse(firstIncompleteHour);
  const hours: Hour[] = [];
  for (let at = now.getTime() - (now.getTime() % HOUR_MS); toPacificDay(new Date(at)) >= startDate; at -= HOUR_MS) {
    const row = byInstant.get(at);
    const figures = row === undefined ? null : toFigures({ ...row, places: row.position * row.impressions });
    hours.push({ hour: toPacificHour(new Date(at)), figures, state: at >= openFrom ? 'partial' : 'final' });
  }
  return hours.toReversed();
}
