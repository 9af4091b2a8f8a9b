import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import { startOrJoin } from '#workflows/start-or-join.ts';
import { estimateReadings } from './estimate-reading.ts';
import { findTrackedApp, makeDue, type TrackedAppKey } from './store/tracked-apps.ts';
import type { TrackedApp } from './tracked-app.ts';

type RefreshContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'searchData' | 'workflows' | 'cache'>;

/**
 * Reads a tracked app now, with its charts, also one whose last reading failed; or joins the reading that was asked for before.
 * @returns the id of the workflow
 * @throws AppError `Project not found`, `App not found` for one that it does not track, `Project is archived`, `Project is paused`
 */
export async function refreshApp(ctx: RefreshContext, key: TrackedAppKey): Promise<string> {
  const { id } = await getReadable(ctx, key);
  await makeDue(ctx.postgres, { id, now: ctx.clock.now() });
  return await startOrJoin(ctx, { workflow: 'app-tracking', subject: [id] }, (workflowId) =>
    ctx.workflows.start('app-tracking', { tracked_id: id }, { id: workflowId }),
  );
}

/** @throws AppError as `refreshApp` does */
export async function estimateAppRefresh(ctx: RefreshContext, key: TrackedAppKey): Promise<Estimate> {
  return await estimateReadings(ctx, [await getReadable(ctx, key)]);
}

async function getReadable(ctx: RefreshContext, key: TrackedAppKey): Promise<TrackedApp> {
  const project = await getProject(ctx, key.projectId);
  assertNotArchived(project);
  const app = await findTrackedApp(ctx.postgres, key);
  if (app?.isActive !== true) throw notFound('App');
  if (project.status === 'paused')
    throw new AppError('conflict', 'Project is paused', {
      details: { project_id: project.id, status: project.status },
      hint: 'PUT /api/projects/{project_id} with "status": "active" goes on with it.',
    });
  return app;
}
