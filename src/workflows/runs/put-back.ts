import type { Logger } from '#kernel/logger.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Run } from './runs.ts';
import { delayRunning } from '../dbos/write/recovery.ts';

/**
 * Waiting for the next try of a step outside any process (docs/queues.md).
 * The workflow goes back to its queue with the instant of the next try, so that its
 * slot is free, the message counts as pending, and neither a restart nor a hundred thousand
 * failing messages cost anything while they wait. Taken again, it replays its finished steps and
 * goes on counting the tries of the one that failed.
 */
export interface Retries {
  /** False: the run did not come from a queue, is to be paused, or is no longer ours; it waits in this process. */
  putBack(run: Run, waitMs: number): Promise<boolean>;
  /** Drops what the engine keeps of an execution that went back, and looks again when its wait is over. */
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
    async putBack(run, waitMs) {
      try {
        const isPutBack = await postgres.transaction((tx) => delayRunning(tx, { id: run.id, executorId, waitMs }));
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
