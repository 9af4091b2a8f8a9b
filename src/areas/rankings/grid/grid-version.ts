import { createHash } from 'node:crypto';
import { toDueDate } from '#areas/keywords/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { findTrackedVersion } from './store.ts';

/** Another one when answers get another form, so that nothing of an earlier release is taken for the same. */
const FORM = 4;

/**
 * A text that changes when the answers over a project's tracked keywords do: with every check, edit, site and metric, with the
 * project itself, with history that arrives in the analytics store, and with the project's day and that of UTC.
 * @throws AppError `Project not found`
 */
export async function getTrackedVersion(ctx: ProjectReader & Pick<AppContext, 'clock'>, projectId: string): Promise<string> {
  const project = await getProject(ctx, projectId);
  const today = toDueDate(ctx.clock.now(), project.timeZone);
  const seen = await findTrackedVersion(ctx.postgres, projectId);
  const scale = [project.positionScale, project.pendingScale];
  const parts = [FORM, project.updatedAt.toISOString(), ...scale, today, toDay(ctx.clock.now()), seen];
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22);
}
