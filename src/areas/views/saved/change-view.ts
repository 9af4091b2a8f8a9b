import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { requireRight } from '#http/rights.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { getView } from './get-view.ts';
import { clearDefault, deleteViewRow, lockDefaults, lockView, updateViewRow } from './store.ts';
import type { View } from './view.ts';

export type ViewChanges = Partial<Pick<View, 'name' | 'params' | 'columns' | 'isDefault' | 'isShared'>>;

/**
 * Changes what is given and leaves the rest. Everyone who sees a shared view may change it with the scope `write`.
 * @throws AppError `View not found`; 403 for a view that is or becomes shared, without the scope `write`; 400 when a
 *   view without a project is to be shared
 */
export async function updateView(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>,
  viewId: string,
  changes: ViewChanges,
): Promise<View> {
  const known = await getChangeable(ctx, viewId, changes.isShared === true);
  return await ctx.postgres.transaction(async (tx) => {
    await lockDefaults(tx, known);
    const view = await lockView(tx, viewId);
    if (view === undefined) throw notFound('View');
    const changed: View = { ...view, ...changes, updatedAt: ctx.clock.now() };
    if (changed.isShared && changed.projectId === null)
      throw invalid([{ path: 'shared', message: 'must be false for a view without a project' }]);
    if (changed.isDefault) await clearDefault(tx, changed);
    await updateViewRow(tx, changed);
    return changed;
  });
}

/**
 * Removes the view.
 * @throws AppError `View not found`; 403 for a shared view by a caller without the scope `write`
 */
export async function deleteView(ctx: ProjectReader & Pick<RequestContext, 'postgres'>, viewId: string): Promise<View> {
  const view = await getChangeable(ctx, viewId, false);
  await deleteViewRow(ctx.postgres, viewId);
  return view;
}

async function getChangeable(ctx: ProjectReader, viewId: string, becomesShared: boolean): Promise<View> {
  const view = await getView(ctx, viewId);
  if (view.isShared || becomesShared) requireRight(ctx.caller, 'edit');
  return view;
}
