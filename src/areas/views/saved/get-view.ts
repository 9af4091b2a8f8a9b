import { findProject, getProject, type ProjectReader } from '#areas/projects/index.ts';
import { canSeeProject, nameOf } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { findView, viewList, type ViewFilter } from './store.ts';
import type { View } from './view.ts';

/**
 * The view, if it is the caller's own, or shared in a project that the caller may see.
 * @throws AppError `View not found`
 */
export async function getView(ctx: ProjectReader, viewId: string): Promise<View> {
  const view = await findView(ctx.postgres, viewId);
  if (view === undefined || !(await canSee(ctx, view))) throw notFound('View');
  return view;
}

/**
 * The views of a project that the caller may see, or the caller's own of screens without a project, by screen and name.
 * @throws AppError `Project not found`
 */
export async function listViews(ctx: ProjectReader, asked: Omit<ViewFilter, 'owner'> & Page): Promise<{ views: View[]; total: number }> {
  if (asked.projectId !== undefined) await getProject(ctx, asked.projectId);
  const filter = { ...asked, owner: nameOf(ctx.caller) };
  const { rows: views, total } = await viewList.read(ctx.postgres, filter, filter);
  return { views, total };
}

async function canSee({ postgres, caller }: ProjectReader, { projectId, isShared, owner }: View): Promise<boolean> {
  if (!isShared && owner !== nameOf(caller)) return false;
  if (projectId === null) return true;
  const project = await findProject(postgres, projectId);
  return project !== undefined && canSeeProject(caller, project);
}
