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
  /** The failed tries by the number of the step; only of a run that went back before. */
  load(id: string): Promise<ReadonlyMap<number, number>>;
  /** False: the run did not come from a queue, is to be paused, or is no longer ours; it waits in this process. */
  putBack(run: Run, failure: FailedTry): Promise<boolean>;
  /** Lets go of what the engine keeps of an execution that went back, and looks again when its wait is over. */
  letGo(run: Run): void;
}

export interface FailedTry {
  readonly stepNumber: number;
  readonly step: string;
  readonly attempt: number;
  readonly error: string;
  readonly waitMs: number;
}

/**
 * Stands in the column of the engine that it hands to every execution, so that only a workflow that
 * was tried before asks for its tries. We know no users there.
 */
export const TRIED_BEFORE = 'tried-before';

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
    async putBack(run, failure) {
      try {
        const isPutBack = await postgres.transaction((tx) => delay(tx, { id: run.id, executorId, failure }));
        if (isPutBack) run.putBackMs = failure.waitMs;
        return isPutBack;
      } catch (error) {
        logger.warn({ workflow_id: run.id, error: messageOf(error) }, 'a message could not be put back on its queue');
        return false;
      }
    },
    letGo: (run) => letGo(run, run.putBackMs ?? 0),
  };
}

async function loadTries(postgres: Postgres, id: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await postgres.query<{ step_number: number; attempts: number }>(
    'select step_number, attempts from workflow_retries where workflow_id = $1 order by step_number',
    [id],
  );
  return new Map(rows.map((row) => [row.step_number, row.attempts]));
}

async function delay(
  tx: Transaction,
  { id, executorId, failure }: { id: string; executorId: string; failure: FailedTry },
): Promise<boolean> {
  const instance = await lockInstance(tx, id);
  if (instance?.state !== 'PENDING' || instance.status === 'paused' || instance.executor_id !== executorId) return false;
  // `started_at_epoch_ms` stays: to whoever watches the workflow it is under way (instance-store.ts).
  const { rowCount } = await tx.query(
    `update dbos.workflow_status
        set status = 'DELAYED', delay_until_epoch_ms = (extract(epoch from clock_timestamp()) * 1000)::bigint + $2, owner_xid = null,
            authenticated_user = $3, recovery_attempts = greatest(recovery_attempts - 1, 0),
            updated_at = (extract(epoch from now()) * 1000)::bigint
      where workflow_uuid = $1 and queue_name is not null`,
    [id, Math.ceil(failure.waitMs), TRIED_BEFORE],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `insert into workflow_retries (workflow_id, step_number, step, attempts, error) values ($1, $2, $3, $4, $5)
     on conflict (workflow_id, step_number) do update set attempts = excluded.attempts, error = excluded.error, failed_at = now()`,
    [id, failure.stepNumber, failure.step, failure.attempt, failure.error],
  );
  return true;
}
