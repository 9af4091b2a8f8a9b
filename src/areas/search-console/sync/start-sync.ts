import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { isOpen } from '#workflows/types.ts';
import type { SourceKey } from '../binding/binding.ts';
import { listBoundOf } from '../binding/store.ts';
import { lockSync, noteDaily, queueSync } from './store/syncs.ts';

export type SyncStarter = Pick<AppContext, 'workflows' | 'clock'>;

/**
 * Has a property read, unless a run of it is open, or pauses because Google asked for it: that one reads all that is due.
 * @returns the workflow that reads it
 */
export async function startSync(tx: Transaction, { workflows, clock }: SyncStarter, key: SourceKey): Promise<string> {
  const { status, workflowId, pausedUntil } = await lockSync(tx, key);
  const now = clock.now();
  // Google asked to wait: whatever is due by then is read then.
  if (workflowId !== null && status === 'paused' && pausedUntil !== null && pausedUntil > now) return workflowId;
  if (workflowId !== null && (status === 'waiting' || status === 'running')) {
    // A run that was terminated, or failed with its process, has not written its end.
    const statuses = await workflows.findStatuses(tx, [workflowId]);
    if (isOpen(statuses.get(workflowId))) return workflowId;
  }
  const id = newId('wf_');
  await queueSync(tx, key, id);
  await noteDaily(tx, key, now);
  return await workflows.enqueue(tx, 'search-console-sync', { property_id: key.propertyId, type: key.type }, { id });
}

/** Goes on with everything that is read by a connection. */
export async function startBoundSyncs(tx: Transaction, starter: SyncStarter, connectionId: string): Promise<void> {
  for (const key of await listBoundOf(tx, connectionId)) await startSync(tx, starter, key);
}
