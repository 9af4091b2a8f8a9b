import { countDispatch } from '#areas/rankings/index.ts';
import type { RequestContext } from '#context';

/** How far the dispatches are that are under way, together; null while none has checks. */
export async function countRunningChecks({
  postgres,
  workflows,
}: Pick<RequestContext, 'postgres' | 'workflows'>): Promise<{ readonly done: number; readonly total: number } | null> {
  const ids = await workflows.listOpenIds(postgres, 'subscription-dispatch');
  const counts = await Promise.all(ids.map((id) => countDispatch(postgres, id)));
  const open = counts.reduce((sum, count) => sum + count.open, 0);
  const done = counts.reduce((sum, { completed, failed, skipped }) => sum + completed + failed + skipped, 0);
  return open + done === 0 ? null : { done, total: open + done };
}
