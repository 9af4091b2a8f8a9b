import type { Transaction } from '#stores/postgres/types.ts';
import { lockInstance } from './state.ts';

export interface Delay {
  readonly id: string;
  readonly executorId: string;
  readonly waitMs: number;
}

/**
 * Puts a running workflow back on its queue, to be taken after a wait. Not counted as a recovery.
 * @returns false when it did not come from a queue, is to be paused, or runs in another process
 */
export async function delayRunning(tx: Transaction, { id, executorId, waitMs }: Delay): Promise<boolean> {
  const instance = await lockInstance(tx, id);
  if (instance?.state !== 'PENDING' || instance.status === 'paused' || instance.executor_id !== executorId) return false;
  // `started_at_epoch_ms` stays: the workflow is shown as running (read/instances.ts).
  const { rowCount } = await tx.query(
    `update dbos.workflow_status
        set status = 'DELAYED', delay_until_epoch_ms = (extract(epoch from clock_timestamp()) * 1000)::bigint + $2, owner_xid = null,
            recovery_attempts = greatest(recovery_attempts - 1, 0),
            updated_at = (extract(epoch from now()) * 1000)::bigint
      where workflow_uuid = $1 and queue_name is not null`,
    [id, Math.ceil(waitMs)],
  );
  return rowCount === 1;
}
