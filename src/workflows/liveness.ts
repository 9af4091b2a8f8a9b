import { hostname } from 'node:os';
import { readVersion } from '../version.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { findStoreTrouble, type StoreTrouble } from '#stores/trouble.ts';
import { deleteHeartbeat, SILENT_AFTER, upsertHeartbeat } from './process-store.ts';
import { listConsumed } from './queues.ts';
import type { Registry } from './registry.ts';
import { findAsked, handBack, requeueLost, requeueOrphans, writeOffHopeless } from './recovery-store.ts';
import type { Runs } from './runs.ts';

/**
 * Who is alive, and what becomes of the work of the dead.
 *
 * A process is taken for dead when its advisory lock is free, which PostgreSQL sees within
 * milliseconds of a `kill -9`, and either it has been silent for a while or it ran on this machine
 * and its process is gone. Both together: a lock may be lost by a broken connection, and machines
 * may share a host name. What it ran goes back to its queues, and whoever takes it replays the
 * recorded steps. Should the dead one live after all, the engine refuses everything it still records.
 */
const TICK_MS = 2_000;
/** A claim that was not followed by an execution, for example because the connection broke in between. */
const LOST_AFTER = '60 seconds';
/** A beat is to stay small. */
const STEPS_TOLD_MAX = 300;
const ERROR_LENGTH_MAX = 500;

/** How the writing of this process's signs of life goes. */
export interface Heartbeat {
  /** Since the last one was written, in milliseconds; infinite before the first. */
  readonly ageMs: number;
  /** Why the newest one could not be written. */
  readonly problem: StoreTrouble | 'other' | undefined;
}

export interface Liveness {
  getHeartbeat(): Heartbeat;
  /** Tells that this process lives; to be called before it takes any work. */
  announce(): Promise<void>;
  /** Takes over from the dead, now and from now on. */
  start(): Promise<void>;
  /** Gives back what this process still runs and takes its leave. */
  stop(): Promise<void>;
}

export interface LivenessOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly executorId: string;
  readonly role: string;
  readonly runs: Runs;
  readonly registry: Registry;
  /** Whether it takes work off the queues. */
  readonly isWorker: boolean;
}

type Options = LivenessOptions & { readonly version: string };

export function makeLiveness(given: LivenessOptions): Liveness {
  const options: Options = { ...given, version: readVersion() };
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
    ticking = beatOnce()
      .then(() => lookAround(options))
      .catch((error: unknown) => options.logger.warn({ error: messageOf(error) }, 'looking after workflows failed'))
      .then(() => {
        if (timer !== undefined) timer = setTimeout(tick, TICK_MS);
      });
  };
  return {
    getHeartbeat: () => ({ ageMs: performance.now() - beatAt, problem }),
    announce: beatOnce,
    async start() {
      await takeOver(options);
      timer = setTimeout(tick, TICK_MS);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await ticking;
      await handBack(options.postgres, options.registry.list(), { executorId: options.executorId });
      await deleteHeartbeat(options.postgres, options.executorId);
    },
  };
}

async function lookAround(options: Options): Promise<void> {
  const { postgres, runs } = options;
  await takeOver(options);
  for (const { id, asked } of await findAsked(postgres, runs.listIds())) {
    if (asked === 'pause') runs.askPause(id);
    else runs.drop(id);
  }
}

async function beat({ postgres, executorId, role, version, runs, registry, isWorker }: Options): Promise<void> {
  const steps = runs.listSteps(STEPS_TOLD_MAX).map(({ workflowId, id, name, startedAt, attempt, error }) => {
    return { workflow_id: workflowId, id, name, started_ms: startedAt.getTime(), attempt, error: error?.slice(0, ERROR_LENGTH_MAX) };
  });
  const queues = isWorker ? listConsumed(registry.list()).map(({ name }) => name) : [];
  await upsertHeartbeat(postgres, { executorId, role, version, host: hostname(), pid: process.pid, queues }, steps);
}

async function takeOver({ postgres, executorId, logger, registry, runs }: LivenessOptions): Promise<void> {
  const { rows } = await postgres.query<{ executor_id: string; host: string; pid: number; is_silent: boolean }>(
    `select executor_id, host, pid, beat_at < now() - interval '${SILENT_AFTER}' as is_silent
       from worker_heartbeats where executor_id <> $1 order by executor_id`,
    [executorId],
  );
  const suspects = rows.filter((row) => row.is_silent || isGoneFromHere(row.host, row.pid));
  for (const suspect of suspects) {
    if (await buryIfDead(postgres, suspect.executor_id))
      logger.warn({ executor_id: suspect.executor_id }, 'a process died; its workflows are taken over');
  }
  const orphans = await requeueOrphans(postgres, registry.list());
  const lost = await requeueLost(postgres, registry.list(), { executorId, running: runs.listIds(), after: LOST_AFTER });
  const hopeless = await writeOffHopeless(postgres, registry.list());
  if (orphans + lost + hopeless > 0) logger.info({ orphans, lost, hopeless }, 'workflows recovered');
}

/** Of one machine, a process whose number is free or already ours again has ended. */
function isGoneFromHere(host: string, pid: number): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

async function buryIfDead(postgres: Postgres, executorId: string): Promise<boolean> {
  return await postgres.transaction(async (tx) => {
    const { rows } = await tx.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free', [
      executorId,
    ]);
    if (rows[0]?.is_free !== true) return false;
    return await deleteHeartbeat(tx, executorId);
  });
}
