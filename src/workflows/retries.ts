import type { Logger } from '#kernel/logger.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import type { Run } from './runs.ts';
import { lockInstance } from './state-store.ts';

/**
 * Waiting for the next try of a step outside any process (specification 3.5; decisions, section 3
 * "Queue item"). The workflow goes back to its queue with the instant of the next try, so that its
 * place is free, the message counts as pending, and neither a restart nor a hundred thousand
 * failing messages cost anything while they wait. Taken again, it replays its finished steps and
 * goes on counting the tries of the one that failed.
 */
export interface Retries {
  /** The failed tries by the number of the step, of a run that was tried before. */
  load(id: string): Promise<ReadonlyMap<number, number>>;
  /** False: the run did not come from a queue, is to be paused, or is no longer ours; it waits in this process. */
  putBack(run: Run, waitMs: number): Promise<boolean>;
  /** Lets go of what the engine keeps of an execution that went back, and looks again when its wait is over. */
  letGo(run: Run): void;
}

export interface RetriesOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly executorId: string;
  readonly letGo: (run: Run, waitMs: number) => void;
}

export function makeRetries({ postgres, logger, executorId, letGo }: RetriesOptions): Retries {
  return {
    load: (id) =>
      loadTries(postgres, id).catch((error: unknown) => {
        // A store that does not answer must not become the workflow's failure: it is tried more often than planned.
        logger.warn({ workflow_id: id, error: messageOf(error) }, 'earlier tries could not be looked up');
        return new Map();
      }),
    async putBack(run, waitMs) {
      try {
        const isPutBack = await postgres.transaction((tx) => delay(tx, { id: run.id, executorId, waitMs }));
        if (isPutBack) run.putBackMs = waitMs;
        return isPutBack;
      } catch (error) {
        logger.warn({ workflow_id: run.id, error: messageOf(error) }, 'a message could not be put back on its queue');
        return false;
      }
    },
    letGo: (run) => letGo(run, run.putBackMs ?? 0),
  };
}

/** From the record of what failed (event-store.ts). */
async function loadTries(postgres: Postgres, id: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await postgres.query<{ step_id: number; tries: number }>(
    `select step_id, max(attempt) as tries from workflow_events
      where workflow_id = $1 and event = 'attempt_failed' and step_id is not null group by step_id order by step_id`,
    [id],
  );
  return new Map(rows.map((row) => [row.step_id, row.tries]));
}

async function delay(tx: Transaction, { id, executorId, waitMs }: { id: string; executorId: string; waitMs: number }): Promise<boolean> {
  const instance = await lockInstance(tx, id);
  if (instance?.state !== 'PENDING' || instance.status === 'paused' || instance.executor_id !== executorId) return false;
  // `started_at_epoch_ms` stays: to whoever watches the workflow it is under way (instance-store.ts).
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
