import { makeWakeupSignal, type WakeupSignal } from './wakeup-signal.ts';
import { makeLeaveError } from '../dbos/sdk/executions.ts';

/**
 * The workflows that this process executes now. A run leaves its workflow only between
 * steps: a pause or a stop of the process is a request, and the run leaves when no step is in flight.
 */
export interface StepInFlight {
  /** The engine's number of the step. */
  readonly id: number;
  readonly name: string;
  readonly startedAt: Date;
  readonly attempt: number;
  /** Why the last try failed, while it waits for the next. */
  readonly error: string | undefined;
}

/** What earlier executions of a workflow left to the one that begins. */
export interface Past {
  /** No step is recorded. */
  readonly isFresh: boolean;
  /** Failed tries by the engine's number of the step; empty for most. */
  readonly tries: ReadonlyMap<number, number>;
}

export interface Run {
  readonly id: string;
  readonly type: string;
  /** Wakes when something was asked of the run and when one of its steps has ended. */
  readonly wakeup: WakeupSignal;
  /** Steps in flight, by their number. */
  readonly steps: Map<number, StepInFlight>;
  /** Ends the tries in flight; each gets the reason. */
  readonly aborts: Set<(reason: Error) => void>;
  /** Begun and not ended, those included that wait for their next try or for their turn. */
  inFlight: number;
  /** Steps in flight that are working, not waiting for their next try. */
  working: number;
  /** Tries of the last step that failed. */
  tries: number;
  isPauseAsked: boolean;
  /** The workflow is no longer ours: nothing that this run still does is recorded. */
  isGone: boolean;
  leaving: Promise<void> | undefined;
  /** The past of one that was claimed, not begun past its queue. */
  readonly past: Past | undefined;
  /** Set: it went back to its queue for this long, to wait for the next try of a step (put-back.ts). */
  putBackMs: number | undefined;
}

/** Takes the workflow away from this process in the store; false: the request was withdrawn. */
export type TakeAway = (run: Run) => Promise<boolean>;

export interface Runs {
  /** A run of the same workflow that is still here has lost it, and is dropped. */
  begin(id: string, type: string): Run;
  /** Announces a workflow that was claimed and is to begin. */
  expect(id: string, past: Past): void;
  /** Those of them that did not begin. */
  forget(ids: readonly string[]): void;
  end(run: Run): void;
  find(id: string): Run | undefined;
  listIds(): string[];
  /** At most `limit` of the steps in flight. */
  listSteps(limit: number): (StepInFlight & { readonly workflowId: string })[];
  askPause(id: string): void;
  withdrawPause(id: string): void;
  /** Aborts what the run does: its workflow was terminated or runs elsewhere. */
  drop(id: string): void;
  /** Asks all runs to leave, now and from now on. */
  stop(): void;
  /** Ends when no run is left, or after `timeoutMs`. */
  waitUntilEmpty(timeoutMs: number): Promise<void>;
  /** To be called between steps: leaves when that was asked. @throws what ends this execution */
  boundary(run: Run): Promise<void> | undefined;
}

export function makeRuns(takeAway: TakeAway): Runs {
  const runs = new Map<string, Run>();
  const expected = new Map<string, Expected>();
  const emptied = makeWakeupSignal();
  let isStopping = false;

  const leave = async (run: Run): Promise<void> => {
    while (run.working > 0 && !run.isGone) await run.wakeup.wait(LOOK_AGAIN_MS);
    while (!run.isGone) {
      // A store that does not answer must not become the workflow's failure.
      const isTaken = await takeAway(run).catch(() => undefined);
      if (isTaken === undefined) await run.wakeup.wait(LOOK_AGAIN_MS);
      else if (isTaken) run.isGone = true;
      else return void (run.isPauseAsked = false);
    }
  };

  const drop = (id: string): void => {
    const next = expected.get(id);
    if (next) next.isDropped = true;
    const run = runs.get(id);
    if (!run) return;
    run.isGone = true;
    for (const abort of run.aborts) abort(makeGoneError(run));
    run.wakeup.wake();
  };

  return {
    begin(id, type) {
      const past = expected.get(id);
      expected.delete(id);
      drop(id);
      const run = makeRun(id, type, past);
      runs.set(id, run);
      return run;
    },
    expect: (id, past) => void expected.set(id, { ...past, isDropped: false }),
    forget: (ids) => ids.forEach((id) => expected.delete(id)),
    end(run) {
      // After a pause and a quick resume the next execution may have taken the place already.
      if (runs.get(run.id) === run) runs.delete(run.id);
      if (runs.size === 0) emptied.wake();
    },
    find: (id) => runs.get(id),
    listIds: () => [...runs.keys()],
    listSteps: (limit) =>
      [...runs.values()].flatMap((run) => [...run.steps.values()].map((step) => ({ ...step, workflowId: run.id }))).slice(0, limit),
    askPause(id) {
      const run = runs.get(id);
      if (!run) return;
      run.isPauseAsked = true;
      run.wakeup.wake();
    },
    withdrawPause(id) {
      const run = runs.get(id);
      if (run) run.isPauseAsked = false;
    },
    drop,
    stop() {
      isStopping = true;
      for (const run of runs.values()) run.wakeup.wake();
    },
    async waitUntilEmpty(timeoutMs) {
      if (runs.size > 0) await emptied.wait(timeoutMs);
    },
    boundary(run) {
      // Nothing asked: no tick is lost, so that steps that start together keep their order.
      if (!run.isGone && !run.isPauseAsked && !isStopping) return undefined;
      return leaveNow(run, leave);
    },
  };
}

interface Expected extends Past {
  /** It was terminated, or taken away, before it began. */
  isDropped: boolean;
}

function makeRun(id: string, type: string, past: Expected | undefined): Run {
  return {
    id,
    type,
    wakeup: makeWakeupSignal(),
    steps: new Map(),
    aborts: new Set(),
    inFlight: 0,
    working: 0,
    tries: 1,
    isPauseAsked: false,
    isGone: past?.isDropped ?? false,
    leaving: undefined,
    past,
    putBackMs: undefined,
  };
}

const LOOK_AGAIN_MS = 1_000;

async function leaveNow(run: Run, leave: (run: Run) => Promise<void>): Promise<void> {
  if (!run.isGone) {
    run.leaving ??= leave(run).finally(() => {
      run.leaving = undefined;
    });
    await run.leaving;
  }
  if (run.isGone) throw makeGoneError(run);
}

/** Ends an execution without a record of its end. */
export function makeGoneError(run: Run): Error {
  return makeLeaveError(run.id);
}
