import { findProject } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import { listPastRounds } from '../../judge/past-rounds.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';

/** What became of a project's checks on a day. */
export interface CheckDay extends Observation {
  readonly checks: number;
  readonly failed: number;
}

const LOOK_BACK_DAYS = 14;

/** Each day on which a project was checked. */
export const checkDays: Source<Subject, CheckDay> = { name: 'check_days', lookBackDays: LOOK_BACK_DAYS, read: readCheckDays };

async function* readCheckDays(ctx: AlertContext, { projectId, from, to }: SourceQuestion) {
  const project = projectId === null ? undefined : await findProject(ctx.postgres, projectId);
  if (project === undefined) return;
  const days = await listPastRounds(ctx, project.id, addDays(from, -LOOK_BACK_DAYS), to);
  yield {
    subject: { key: `checks:${project.id}`, label: `Checks of ${project.name}` },
    observations: days.map(({ day, checks, failed, closedAt }) => ({ day, at: closedAt, checks, failed })),
  };
}
