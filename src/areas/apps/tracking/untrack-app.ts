import { endProjectSubscription, getProject, lockProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { endTerms } from '../keywords/store/terms.ts';
import { endTrackedApp, findTrackedApp, hasTrackedApps, type TrackedAppKey } from './store/tracked-apps.ts';

/**
 * Ends the tracking of an app and of its terms; with the last app of a project its `app_tracking` subscription ends.
 * The asset and what was measured stay. Untracking twice is the same as once.
 * @returns whether it was tracked until now
 * @throws AppError `Project not found`; `App not found` when the project has never tracked it
 */
export async function untrackApp(ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>, key: TrackedAppKey): Promise<boolean> {
  const project = await getProject(ctx, key.projectId);
  return await ctx.postgres.transaction(async (tx) => {
    await lockProject(tx, project.id);
    if ((await findTrackedApp(tx, key)) === undefined) throw notFound('App');
    const wasTracked = await endTrackedApp(tx, key);
    await endTerms(tx, key);
    if (!(await hasTrackedApps(tx, project.id))) await endProjectSubscription(tx, { project, type: 'app_tracking', now: ctx.clock.now() });
    return wasTracked;
  });
}
