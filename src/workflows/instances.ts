import { AppError, notFound } from '#kernel/errors.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import { findInstance, listInstances, listRecordedSteps } from './instance-store.ts';
import { handBack } from './recovery-store.ts';
import type { Registry } from './registry.ts';
import type { Run, Runs } from './runs.ts';
import { sendSignal } from './signals.ts';
import {
  addPausedMark,
  cancelInstances,
  deletePausedMarks,
  enqueueCancelled,
  listOpenDescendants,
  lockInstance,
  type LockedInstance,
} from './state-store.ts';
import type { Workflows, WorkflowStep } from './types.ts';
import { countEnd } from './watch.ts';

/** Watching and steering single workflows (specification 3.4, 4.10; decisions section 3). */
export type Instances = Pick<Workflows, 'find' | 'list' | 'listSteps' | 'pause' | 'resume' | 'terminate'>;

export interface InstancesOptions {
  readonly postgres: Postgres;
  readonly registry: Registry;
  readonly runs: Runs;
}

export function makeInstances({ postgres, registry, runs }: InstancesOptions): Instances {
  const change = (id: string, work: (tx: Transaction, instance: LockedInstance) => Promise<void>): Promise<void> =>
    postgres.transaction(async (tx) => {
      const instance = await lockInstance(tx, id);
      if (!instance) throw notFound('Workflow');
      await work(tx, instance);
    });
  return {
    find: (id) => findInstance(postgres, id),
    list: (filter) => listInstances(postgres, filter),
    async listSteps(id) {
      const [instance, recorded] = await Promise.all([findInstance(postgres, id), listRecordedSteps(postgres, id)]);
      if (!instance) throw notFound('Workflow');
      const run = runs.find(id);
      return run ? [...recorded, ...listRunning(run)] : recorded;
    },
    pause: (id) => change(id, pause(id)),
    resume: (id) => change(id, resume(id, registry)),
    async terminate(id) {
      let ended: readonly string[] = [];
      await change(
        id,
        terminate(id, (types) => (ended = types)),
      );
      for (const type of ended) countEnd(type, 'terminated');
    },
  };
}

type Change = (tx: Transaction, instance: LockedInstance) => Promise<void>;

/** A waiting one is taken off its queue; a running one is asked to leave at its next step boundary. */
function pause(id: string): Change {
  return async (tx, { status, state }) => {
    if (status === 'paused') return;
    refuseEnded(status, 'paused');
    await addPausedMark(tx, id);
    if (state === 'PENDING') await sendSignal(tx, 'pause', id);
    else await cancelInstances(tx, [id]);
  };
}

/** One that has not left yet just goes on. */
function resume(id: string, registry: Registry): Change {
  return async (tx, { status, state, type }) => {
    if (status !== 'paused')
      throw new AppError('conflict', 'Workflow is not paused', { message: `a ${status} workflow cannot be resumed`, details: { status } });
    await deletePausedMarks(tx, [id]);
    if (state === 'PENDING') return await sendSignal(tx, 'resume', id);
    const { queue } = registry.get(type);
    await enqueueCancelled(tx, id, queue);
    await sendSignal(tx, 'queue', queue);
  };
}

/** With its unfinished children: they would go on spending for nobody. */
function terminate(id: string, onCancelled: (types: readonly string[]) => void): Change {
  return async (tx, { status }) => {
    refuseEnded(status, 'terminated');
    const ids = [id, ...(await listOpenDescendants(tx, id))];
    await deletePausedMarks(tx, ids);
    onCancelled(await cancelInstances(tx, ids));
    for (const ended of ids.slice(0, SIGNALS_MAX)) await sendSignal(tx, 'terminate', ended);
  };
}

/** The rest of a large family notices at its next step or look. */
const SIGNALS_MAX = 100;

function refuseEnded(status: LockedInstance['status'], wanted: 'paused' | 'terminated'): void {
  if (status !== 'completed' && status !== 'failed' && status !== 'terminated') return;
  throw new AppError('conflict', `Workflow is already ${status}`, {
    message: `a ${status} workflow cannot be ${wanted}`,
    details: { status },
  });
}

function listRunning(run: Run): WorkflowStep[] {
  return [...run.steps.values()].map(({ name, startedAt }) => ({
    name,
    status: 'running',
    startedAt,
    completedAt: undefined,
    error: undefined,
  }));
}

/**
 * Between two steps: takes the workflow away from this process, parked when it is still to be
 * paused, back on its queue when the process stops.
 * @returns false when the pause was withdrawn meanwhile
 */
export async function takeAway({ postgres, registry }: Omit<InstancesOptions, 'runs'>, executorId: string, run: Run): Promise<boolean> {
  if (!run.isPauseAsked) {
    await handBack(postgres, registry.list(), { executorId, id: run.id });
    return true;
  }
  return await postgres.transaction(async (tx) => {
    const instance = await lockInstance(tx, run.id);
    if (!instance || instance.state !== 'PENDING' || instance.executor_id !== executorId) return true;
    if (instance.status !== 'paused') return false;
    await cancelInstances(tx, [run.id]);
    return true;
  });
}
