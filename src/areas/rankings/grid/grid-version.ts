import { createHash } from 'node:crypto';
import { toDueDate } from '#areas/keywords/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import type { DataVersion } from '#http/endpoint.ts';
import { toDay } from '#kernel/clock.ts';
import { hasOpenTasks } from '#purchases/index.ts';
import { findTrackedVersion } from './store.ts';

/** Another one when answers get another form, so that nothing of an earlier release is taken for the same. */
const FORM = 7;

/**
 * The version of the answers over a project's tracked keywords. It changes with every check, edit, site and metric, with the project
 * itself, with history that arrives in the analytics store, and with the project's day and that of UTC. Checks and metrics arrive;
 * more is awaited while the provider's queue has checks of the project.
 * @throws AppError `Project not found`
 */
export async function getTrackedVersion(ctx: ProjectReader & Pick<AppContext, 'clock'>, projectId: string): Promise<Required<DataVersion>> {
  const project = await getProject(ctx, projectId);
  const today = toDueDate(ctx.clock.now(), project.timeZone);
  const { edits, arrivals } = await findTrackedVersion(ctx.postgres, projectId);
  const scale = [project.positionScale, project.pendingScale];
  const edited = [FORM, project.updatedAt.toISOString(), ...scale, today, toDay(ctx.clock.now()), edits];
  return {
    tag: createHash('sha256')
      .update([...edited, arrivals].join(' '))
      .digest('base64url')
      .slice(0, 22),
    arriving: { edits: edited.join(' '), isMoreAwaited: () => hasOpenTasks(ctx.postgres, projectId) },
  };
}
