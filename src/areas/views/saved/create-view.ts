import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { requireRight } from '#http/rights.ts';
import { nameOf } from '#http/caller.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { clearDefault, insertView, lockAndCountViews, lockDefaults } from './store.ts';
import type { View } from './view.ts';

/** Views of one person, key or token. */
const VIEWS_MAX = 200;

export type NewView = Pick<View, 'projectId' | 'screen' | 'name' | 'params' | 'columns' | 'isDefault' | 'isShared'>;

/**
 * Saves a view. If it is to be the default, the one that was it before no longer is.
 * @throws AppError `Project not found`; 403 for a shared view by a caller without the scope `write`; 400 for a shared
 *   view without a project; 409 beyond 200 views of the caller
 */
export async function createView(ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>, input: NewView): Promise<View> {
  if (input.projectId !== null) await getProject(ctx, input.projectId);
  else if (input.isShared) throw invalid([{ path: 'project_id', message: 'project_id is required for a shared view' }]);
  if (input.isShared) requireRight(ctx.caller, 'edit');
  const now = ctx.clock.now();
  const view: View = { ...input, id: newId('view_'), owner: nameOf(ctx.caller), createdAt: now, updatedAt: now };
  await ctx.postgres.transaction(async (tx) => {
    if ((await lockAndCountViews(tx, view.owner)) >= VIEWS_MAX)
      throw new AppError('conflict', 'Too many views', {
        message: `You have ${VIEWS_MAX} views, and no more can be saved.`,
        hint: 'Delete one.',
      });
    if (view.isDefault) {
      await lockDefaults(tx, view);
      await clearDefault(tx, view);
    }
    await insertView(tx, view);
  });
  return view;
}
