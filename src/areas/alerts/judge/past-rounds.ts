import { findProject } from '#areas/projects/index.ts';
import { countCheckedDays } from '#areas/rankings/index.ts';
import { listTrackedChannels } from '../events/sources/store.ts';
import type { AlertContext } from '../events/event-kind.ts';
import type { Round } from './judge-rounds.ts';

/** From this share of failed checks on a round says nothing of movements. */
const FAILED_SHARE_MAX = 0.2;

/**
 * The rounds of a project's past, as its outcomes show them: one for each day with checks, oldest first; a check that failed and was
 * made again well has not failed. Days are those of the project, both inclusive.
 */
export async function listPastRounds(ctx: AlertContext, projectId: string, from: string, to: string): Promise<Round[]> {
  const project = await findProject(ctx.postgres, projectId);
  if (project === undefined) return [];
  const channels = await listTrackedChannels(ctx.postgres, projectId);
  const days = await countCheckedDays(ctx.clickhouse, { projectId, timeZone: project.timeZone, from, to, channels });
  return days.map(({ day, checks, failed, lastAt }) => ({ day, checks, failed, closedAt: lastAt }));
}

/** Whether too many of its checks failed to say what moved. */
export function isUnjudged({ checks, failed }: Pick<Round, 'checks' | 'failed'>): boolean {
  return checks > 0 && failed / checks >= FAILED_SHARE_MAX;
}
