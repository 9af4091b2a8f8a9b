import { AppError, notFound } from '#kernel/errors.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import { recordEvent } from '../runs/event-store.ts';
import type { Registry } from '../registry.ts';
import { sendSignal, sendSignals } from '../processes/signals.ts';
import { addPausedMarks, deletePausedMarks, findPausedWith, listPausedWith } from '../dbos/write/marks.ts';
import {
  cancelInstances,
  cancelWaiting,
  enqueueCancelled,
  lockInstance,
  lockOpenDescendants,
  splitByState,
  type LockedInstance,
} from '../dbos/write/state.ts';
import type { Workflows } from '../types.ts';
import { countEnd } from '../runs/telemetry.ts';

/**
 * Pausing, resuming and terminating workflows with their children (docs/workflows.md).
 * Each is one transaction; the processes that run something of it hear at its
 * commit, or within two seconds when the signal was lost.
 */
export type WorkflowControl = Pick<Workflows, 'pause' | 'resume' | 'terminate'>;

export interface ControlOptions {
  readonly postgres: Postgres;
  readonly registry: Registry;
  /** What runs in this process is asked at once, before the signal is back: its next step is not begun. */
  readonly askPause: (id: string) => void;
}

export function makeControl({ postgres, registry, askPause }: ControlOptions): WorkflowControl {
  const change = <Result>(id: string, work: (tx: Transaction, instance: LockedInstance) => Promise<Result>): Promise<Result> =>
    postgres.transaction(async (tx) => {
      const instance = await lockInstance(tx, id);
      if (!instance) throw notFound('Workflow');
      return await work(tx, instance);
    });
  return {
    async pause(id) {
      const paused = await change(id, async (tx, { status }) => {
        if (status === 'paused') return [id];
        refuseEnded(status, 'paused');
        await park(tx, await addPausedMarks(tx, [id]));
        return [id, ...(await pauseDescendants(tx, id, id))];
      });
      for (const one of paused) askPause(one);
    },
    resume: (id) =>
      change(id, async (tx, { status }) => {
        if (status !== 'paused') throw refusal('Workflow is not paused', status, 'resumed');
        await resume(tx, registry, id);
      }),
    terminate: async (id) => {
      const types = await change(id, async (tx, { status }) => {
        refuseEnded(status, 'terminated');
        return await terminateInstances(tx, [id, ...(await lockOpenDescendants(tx, id))]);
      });
      countTerminated(types);
    },
  };
}

/**
 * Children that a step made while its workflow was being paused or terminated are paused or terminated too. Waits
 * for a change that is under way.
 */
export async function controlNewChildren(postgres: Postgres, parentId: string): Promise<void> {
  const types = await postgres.transaction(async (tx) => {
    const parent = await lockInstance(tx, parentId);
    if (parent?.status === 'paused') await pauseDescendants(tx, parentId, (await findPausedWith(tx, parentId)) ?? parentId);
    return parent?.status === 'terminated' ? await terminateInstances(tx, await lockOpenDescendants(tx, parentId)) : [];
  });
  countTerminated(types);
}

async function pauseDescendants(tx: Transaction, id: string, pausedWith: string): Promise<string[]> {
  const marked = await addPausedMarks(tx, await lockOpenDescendants(tx, id), pausedWith);
  await park(tx, marked);
  return marked;
}

/** Takes waiting workflows off their queues, and asks running ones to stop at their next step boundary. */
async function park(tx: Transaction, marked: readonly string[]): Promise<void> {
  if (marked.length === 0) return;
  await cancelWaiting(tx, marked);
  await sendSignals(tx, 'pause', (await splitByState(tx, marked)).running);
  await recordEvent(tx, marked, 'paused');
}

/** Resumes a workflow with those that were paused with it. One that has not stopped yet goes on. */
async function resume(tx: Transaction, registry: Registry, id: string): Promise<void> {
  const causes = [id, await findPausedWith(tx, id)].filter((cause) => cause !== undefined);
  const ids = [id, ...(await listPausedWith(tx, await lockOpenDescendants(tx, id), causes))];
  await deletePausedMarks(tx, ids);
  const { running, cancelled } = await splitByState(tx, ids);
  await sendSignals(tx, 'resume', running);
  const parked = cancelled.map((workflow) => ({ ...workflow, queue: registry.get(workflow.type).queue.name }));
  await enqueueCancelled(tx, parked);
  for (const queue of new Set(parked.map((workflow) => workflow.queue))) await sendSignal(tx, 'queue', queue);
  await recordEvent(tx, ids, 'resumed');
}

/** Terminates unfinished workflows. Returns their types, for `countTerminated`. */
export async function terminateInstances(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { running } = await splitByState(tx, ids);
  await deletePausedMarks(tx, ids);
  const types = await cancelInstances(tx, ids);
  await sendSignals(tx, 'terminate', running);
  await recordEvent(tx, ids, 'terminated');
  return types;
}

/** Once the change is sure. */
export function countTerminated(types: readonly string[]): void {
  for (const type of types) countEnd(type, 'terminated');
}

function refuseEnded(status: LockedInstance['status'], wanted: string): void {
  if (status === 'completed' || status === 'failed' || status === 'terminated')
    throw refusal(`Workflow is already ${status}`, status, wanted);
}

function refusal(error: string, status: LockedInstance['status'], wanted: string): AppError {
  return new AppError('conflict', error, { message: `a ${status} workflow cannot be ${wanted}`, details: { status } });
}
