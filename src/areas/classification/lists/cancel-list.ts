import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { isOpen } from '#workflows/types.ts';
import { findVisible, getList, type ListState } from './get-list.ts';
import { endList } from './store/lists.ts';

/**
 * Ends the work on a list; what was found stays. A cancelled list is answered as it is.
 * @throws AppError `List not found`; 409 with the state of a list that has ended in another way
 */
export async function cancelList(ctx: RequestContext, listId: string): Promise<ListState> {
  await findVisible(ctx, listId);
  await endList(ctx.postgres, listId, { status: 'cancelled', now: ctx.clock.now() });
  const state = await getList(ctx, listId);
  const { status, workflowId } = state.list;
  if (status !== 'cancelled') {
    throw new AppError('conflict', 'List has ended', { message: `The list is ${status}.`, details: { list_id: listId, status } });
  }
  // Also after a crash between the two, or a first request that failed here.
  await terminate(ctx, workflowId);
  return state;
}

/** A workflow may end by itself meanwhile. */
async function terminate({ workflows }: RequestContext, workflowId: string): Promise<void> {
  if (!isOpen((await workflows.find(workflowId))?.status)) return;
  try {
    await workflows.terminate(workflowId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  }
}
