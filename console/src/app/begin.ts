import { getMe, getProjectsByProjectId, type Project } from '#client';
import { answerQuery } from '#data/answers/answers.ts';
import { toDay } from '#data/time/days.ts';
import { queries } from '#data/answers/query-client.ts';
import { filtersSchema, toPeriod, type FilterValues, type Period } from './filters.ts';
import { parseSearch, type Screen } from './screen.ts';
import { makeClocks } from './world-time.ts';

/** Where a screen begins: what is known before the screen itself is loaded. */
export interface Arrival {
  readonly projectId: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly filters: FilterValues;
  /** The days that the filters name. */
  readonly period: Period;
}

/**
 * Asks for what every screen needs, and then for what takes longest on this one, while its script is on its way. A
 * failure is left to the screen, which asks for the same.
 */
export async function begin(screen: Screen, params: Readonly<Record<string, string>>, search: Arrival['search']): Promise<void> {
  const { projectId } = params;
  const meQuery = queries.ensureQueryData(answerQuery(getMe, {}));
  const known =
    projectId === undefined ? undefined : queries.ensureQueryData(answerQuery(getProjectsByProjectId, { path: { project_id: projectId } }));
  const [me, answer] = await Promise.all([meQuery, known]);
  if (projectId === undefined || answer === undefined || screen.begin === undefined) return;
  const now = makeClocks(me.world_offset_ms).world();
  const filters = parseSearch(filtersSchema, search).values as FilterValues;
  screen.begin({ projectId, search, filters, period: toDays(filters, now, answer.project) });
}

function toDays(
  filters: FilterValues,
  now: Date,
  { time_zone: zone, created_at: createdAt }: Pick<Project, 'time_zone' | 'created_at'>,
): Period {
  return toPeriod(filters, toDay(now, zone), toDay(new Date(createdAt), zone));
}
