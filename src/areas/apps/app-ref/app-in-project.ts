import type { Platform } from '#areas/assets/index.ts';
import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import { toAppKey } from '../catalogue/choose-storefront.ts';
import { findApps } from '../records/index.ts';
import { findTrackedApp } from '../tracking/store/tracked-apps.ts';

/** An app in a storefront, as a project looks at it. */
export interface AppInProject {
  readonly projectId: string;
  readonly platform: Platform;
  readonly appId: string;
  /** Left out: where the project tracks the app, else as `toAppKey` chooses. */
  readonly storefront: string | undefined;
}

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
  const { storefront } = await toAppKey(ctx, { platform, appId, storefront: given ?? tracked?.storefront });
  if (tracked !== undefined) return { project, storefront };
  const known = await findApps(ctx.postgres, { platform, storefront, appIds: [appId] });
  if (!known.has(appId)) throw notFound('App');
  return { project, storefront };
}
