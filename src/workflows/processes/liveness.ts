import { hostname } from 'node:os';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { findStoreTrouble } from '#stores/trouble.ts';
import { deleteHeartbeat, endConnections, listOthers, upsertHeartbeat, type SeenProcess } from './process-store.ts';
import { makeSilences, type Silences } from './silences.ts';
import { listConsumed } from '../queues/queues.ts';
import type { Registry } from '../registry.ts';
import { findAsked, returnToQueue, requeueLost, requeueOrphans, deadLetterExhausted } from '../dbos/write/recovery.ts';
import type { Runs } from '../runs/runs.ts';
import type { Heartbeat } from '../types.ts';
import { FROZEN_AFTER_MS, LOST_AFTER } from '../time-outs.ts';

/**
 * Who is alive, and what becomes of the work of the dead.
 *
 * A process is taken for dead when its advisory lock is free, which PostgreSQL sees within
 * milliseconds of a `kill -9`, and either it has been silent for a while or it ran on this machine
 * and its process is gone. Both together: a lock may be lost by a broken connection, and machines
 * may share a host name. What it ran goes back to its queues, and the process that takes it replays the
 * recorded steps. Should the dead one live after all, the engine refuses everything it still records.
 *
 * A process that is frozen keeps its lock, as long as its machine answers for it. After a longer silence
 * its connections are ended, and with them its lock. When it thaws it beats again, under the same id, drops
 * the runs that are no longer its own, and goes on.
 */
const TICK_MS = 2_000;
/** A beat is to stay small. */
const STEPS_TOLD_MAX = 300;
const ERROR_LENGTH_MAX = 500;

export interface Liveness {
  getHeartbeat(): Heartbeat;
  /** Writes the first heartbeat of this process; to be called before it takes any work. */
  announce(): Promise<void>;
  /** Takes over from the dead, now and from now on. */
  start(): Promise<void>;
  /** Gives back what this process still runs and deletes its heartbeat. */
  stop(): Promise<void>;
}

export interface LivenessOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly executorId: string;
  readonly role: string;
  /** Version of the release. */
  readonly version: string;
  readonly runs: Runs;
  readonly registry: Registry;
  /** Whether it takes work off the queues. */
  readonly isWorker: boolean;
  /** A silence after which a process that still has its lock is taken for frozen; a minute unless given. */
  readonly frozenAfterMs?: number;
}

export function makeLiveness(options: LivenessOptions): Liveness {
  const silences = makeSilences();
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> = Promise.resolve();
  let beatAt = -Infinity;
  let problem: Heartbeat['problem'];
  const beatOnce = async (): Promise<void> => {
    try {
      await beat(options);
      beatAt = performance.now();
      problem = undefined;
    } catch (error) {
      problem = findStoreTrouble(error) ?? 'other';
      throw error;
    }
  };
  const tick = (): void => {
    // A process that cannot write its own heartbeat takes over nothing.
    ticking = beatOnce()
      .then(() => lookAround(options, silences))
      .catch((error: unknown) => options.logger.warn({ error: messageOf(error) }, 'looking after workflows failed'))
      .then(() => {
        if (timer !== undefined) timer = setTimeout(tick, TICK_MS);
      });
  };
  return {
    getHeartbeat: () => ({ ageMs: performance.now() - beatAt, problem }),
    announce: beatOnce,
    async start() {
      await takeOver(options, silences);
      timer = setTimeout(tick, TICK_MS);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await ticking;
      await returnToQueue(options.postgres, options.registry.list(), { executorId: options.executorId });
      await deleteHeartbeat(options.postgres, options.executorId);
    },
  };
}

async function lookAround(options: LivenessOptions, silences: Silences): Promise<void> {
  const { postgres, runs, executorId } = options;
  await takeOver(options, silences);
  for (const { id, asked } of await findAsked(postgres, executorId, runs.listIds())) {
    if (asked === 'pause') runs.askPause(id);
    else runs.drop(id);
  }
}

async function beat({ postgres, executorId, role, version, runs, registry, isWorker }: LivenessOptions): Promise<void> {
  const steps = runs.listSteps(STEPS_TOLD_MAX).map(({ workflowId, id, name, startedAt, attempt, error }) => {
    return { workflow_id: workflowId, id, name, started_ms: startedAt.getTime(), attempt, error: error?.slice(0, ERROR_LENGTH_MAX) };
  });
  const queues = isWorker ? listConsumed(registry.list()).map(({ name }) => name) : [];
  await upsertHeartbeat(postgres, { executorId, role, version, host: hostname(), pid: process.pid, queues }, steps);
}

async function takeOver({ postgres, executorId, logger, registry, runs, ...given }: LivenessOptions, silences: Silences): Promise<void> {
  const others = await listOthers(postgres, executorId);
  const looks = silences.look(others);
  const looksMax = (given.frozenAfterMs ?? FROZEN_AFTER_MS) / TICK_MS;
  for (const other of others) {
    const isFrozen = (looks.get(other.executorId) ?? 0) >= looksMax;
    if (!isFrozen && !other.isSilent && !isGoneFromHere(other)) continue;
    if (await removeDeadProcess(postgres, other.executorId))
      logger.warn({ executor_id: other.executorId }, 'a process died; its workflows are taken over');
    else if (isFrozen) {
      // The next look finds its lock free.
      const connections = await endConnections(postgres, other.executorId);
      logger.warn({ executor_id: other.executorId, connections }, 'a process is frozen; its connections are ended');
    }
  }
  const orphans = await requeueOrphans(postgres, registry.list());
  const lost = await requeueLost(postgres, registry.list(), { executorId, running: runs.listIds(), after: LOST_AFTER });
  const exhausted = await deadLetterExhausted(postgres, registry.list());
  if (orphans + lost + exhausted > 0) logger.info({ orphans, lost, exhausted }, 'workflows recovered');
}

/** Whether a process of this machine has ended: its number is free, or ours again. */
function isGoneFromHere({ host, pid }: SeenProcess): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

async function removeDeadProcess(postgres: Postgres, executorId: string): Promise<boolean> {
  return await postgres.transaction(async (tx) => {
    const { rows } = await tx.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free', [
      executorId,
    ]);
    if (rows[0]?.isFree !== true) return false;
    return await deleteHeartbeat(tx, executorId);
  });
}
