import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { StoreError } from '../errors.ts';
import type { ServerProcess } from './server-process.ts';

const FAILURES_MAX = 3;
/** A server that ran for this long was healthy: its earlier failures no longer count. */
const WELL_MS = 60_000;
/** What keeps a server from starting, such as a full disk, is rarely gone at once. */
const RETRY_WAIT_MS = 1_000;

export interface KeepRunningOptions {
  readonly first: ServerProcess;
  /** Starts another server over the same folder and port, so that pools find it. */
  readonly restart: () => Promise<ServerProcess>;
  readonly logger: Logger;
  /** Called once, when the server has failed three times with less than a minute of life in between. */
  readonly onLost: (error: StoreError) => void;
}

/** Starts a server again that ends by itself, for example because the system was out of memory. */
export function keepRunning({ first, restart, logger, onLost }: KeepRunningOptions): { stop(): Promise<void> } {
  let server = first;
  let isStopping = false;
  let failures = 0;
  const fail = (reason: string): void => {
    failures += 1;
    logger.error({ reason, failures }, 'the embedded PostgreSQL failed');
    if (failures === FAILURES_MAX)
      onLost(
        new StoreError(
          'not_started',
          `The embedded PostgreSQL failed ${FAILURES_MAX} times within a minute. The last time: ${reason}. ` +
            'Look for its lines in the log (LOG_LEVEL=debug shows all), and at free memory and disk space; then start the service again.',
        ),
      );
  };
  const revive = async (): Promise<void> => {
    while (!isStopping && failures < FAILURES_MAX) {
      try {
        server = await restart();
        logger.warn({ port: server.port }, 'the embedded PostgreSQL was started again');
        return;
      } catch (error) {
        if (isStopping) return;
        fail(messageOf(error));
        await sleep(RETRY_WAIT_MS);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!isStopping && failures < FAILURES_MAX) {
      const startedAt = performance.now();
      const reason = await server.ended;
      if (isStopping) return;
      if (performance.now() - startedAt > WELL_MS) failures = 0;
      fail(reason);
      await revive();
    }
  };
  const watching = watch();
  return {
    async stop() {
      isStopping = true;
      await server.stop();
      await watching;
      // One that was being started meanwhile.
      await server.stop();
    },
  };
}
