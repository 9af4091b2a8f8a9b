import { toDueDate } from '#areas/keywords/index.ts';
import { listEndedProjects } from '#areas/rankings/index.ts';
import type { AppContext } from '#context';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { hashId } from '#kernel/ids.ts';
import { listForgottenRounds, listLastRounds } from './store.ts';

/** Checks of so long ago have been judged, or their round is lost. */
const JUDGED_AFTER_MS = HOUR_MS;
const OPEN_MS_MAX = 7 * HOUR_MS;

/**
 * Begins rounds that were lost: those that were not judged in time, and those of checks that ended and are in none, as after work that an
 * operator ended.
 * @returns how many
 */
export async function findLostRounds(ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows'>): Promise<number> {
  const { postgres, clock, workflows } = ctx;
  const now = clock.realNow();
  const open = await listForgottenRounds(postgres, new Date(now - OPEN_MS_MAX));
  const forgotten = open.map(({ id, projectId, day, kind, keywordIds }) => ({
    id: hashId('wf_', ['alert-round', id, 'again', Math.floor(now / HOUR_MS)]),
    input: { project_id: projectId, day, kind, keyword_ids: keywordIds === null ? undefined : [...keywordIds], round_id: id },
  }));
  const judged = await listLastRounds(postgres, new Date(now - 2 * DAY_MS));
  const ended = await listEndedProjects(postgres, new Date(now - DAY_MS), new Date(now - JUDGED_AFTER_MS));
  const day = clock.now();
  const missing = ended
    .filter(({ projectId, lastEndedAt }) => (judged.get(projectId)?.getTime() ?? 0) < lastEndedAt.getTime())
    .map(({ projectId, timeZone, lastEndedAt }) => ({
      id: hashId('wf_', ['alert-round', projectId, lastEndedAt.toISOString()]),
      input: { project_id: projectId, day: toDueDate(day, timeZone), kind: 'scheduled' as const },
    }));
  const lost = [...forgotten, ...missing];
  if (lost.length > 0) await postgres.transaction((tx) => workflows.enqueueAll(tx, 'alert-round', lost));
  return lost.length;
}

export interface SettledRound {
  readonly projectId: string;
  /** Of the project. */
  readonly day: string;
}

/** The rounds of today of what dispatches have checked since then, in real time. */
export async function listRoundsOfToday({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>, since: Date): Promise<SettledRound[]> {
  const ended = await listEndedProjects(postgres, since, new Date(clock.realNow()));
  return ended.map(({ projectId, timeZone }) => ({ projectId, day: toDueDate(clock.now(), timeZone) }));
}
