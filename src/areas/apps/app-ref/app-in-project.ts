import type { Platform } from '#areas/assets/index.ts';
import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import { findApps } from '../records/index.ts';
import { findTrackedApp } from '../tracking/store/tracked-apps.ts';

/** An app in a storefront, as a project looks at it. */
export interface AppInProject {
  readonly projectId: string;
  readonly platform: Platform;
  readonly appId: string;
  /** Left out: the one that the app is tracked in, else the United States. */
  readonly storefront: string | undefined;
}

export const DEFAULT_STOREFRONT = 'us';

/**
 * The project and the app's storefront.
 * @throws AppError `Project not found`; `App not found` when the project does not track it and no store answer had it
 */
export async function getAppInProject(
  ctx: ProjectReader,
  { projectId, platform, appId, storefront: given }: AppInProject,
): Promise<{ readonly project: Project; readonly storefront: string }> {
  const project = await getProject(ctx, projectId);
  const tracked = await findTrackedApp(ctx.postgres, { projectId, platform, appId });
  const storefront = given ?? tracked?.storefront ?? DEFAULT_STOREFRONT;
  if (tracked !== undefined) return { project, storefront };
  const known = await findApps(ctx.postgres, { platform, storefront, appIds: [appId] });
  if (!known.has(appId)) throw notFound('App');
  return { project, storefront };
}
