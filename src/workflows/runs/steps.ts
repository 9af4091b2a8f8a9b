import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Spans } from '#kernel/telemetry/spans.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { recordFailedTry, type FailedTry } from './event-store.ts';
import { reviveError, toRecordable } from './recorded-error.ts';
import type { Retries } from './put-back.ts';
import { makeGoneError, type Run, type Runs } from './runs.ts';
import { countRetry, traceStep } from './telemetry.ts';
import { PostgresAwayError, tryOnce, type NumberedStep, type Step, type Work } from './try-once.ts';
import { findCurrentStepId, isLeaveError, runRecorded } from '../dbos/sdk/executions.ts';
import type { StepOptions, StepScope, WorkflowScope } from '../define.ts';
import { findNextWaitMs, isLastTry, STORE_AWAY_WAIT_MS } from '../retry-policy.ts';

export interface StepTools {
  readonly postgres: Postgres;
  readonly runs: Runs;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly spans?: Spans | undefined;
  /** Waits before the second, third and following tries of a step. */
  readonly retryWaitsMs: readonly number[];
  /** Whether a run may wait for its next try on its queue, its slot free for others. */
  readonly mayPutBack: boolean;
  readonly retries: Retries;
}

/** Makes `step` of one run (`WorkflowScope`). */
export function makeStep(tools: StepTools, run: Run): WorkflowScope['step'] {
  return async function step<Result>(name: string, work: Work<Result>, options: StepOptions = {}): Promise<Result> {
    const { runs } = tools;
    // Awaited only when there is something to do: steps started together must be numbered in order.
    const asked = runs.boundary(run);
    if (asked) await asked;
    const [outcome] = await Promise.allSettled([record(tools, run, { name, work, options })]);
    await runs.boundary(run);
    if (outcome.status === 'fulfilled') return outcome.value;
    if (isLeaveError(outcome.reason)) run.isGone = true;
    throw reviveError(outcome.reason);
  };
}

async function record<Result>(tools: StepTools, run: Run, step: Step<Result>): Promise<Result> {
  let id: number | undefined;
  const work = (): Promise<Result> => {
    id = findCurrentStepId() ?? -1;
    const numbered = { ...step, id };
    return traceStep(tools, run, step.name, () => tryStep(tools, run, numbered));
  };
  run.inFlight += 1;
  run.working += 1;
  try {
    return await runRecorded(step.name, work);
  } finally {
    run.inFlight -= 1;
    run.working -= 1;
    if (id !== undefined) run.steps.delete(id);
    run.wakeup.wake();
  }
}

async function tryStep<Result>(tools: StepTools, run: Run, step: NumberedStep<Result>): Promise<Result> {
  const { id, name } = step;
  const begunAt = new Date(tools.clock.realNow());
  const first = 1 + (run.past?.tries.get(id) ?? 0);
  const policy = { waitsMs: tools.retryWaitsMs, retry: step.options.retry };
  let error: string | undefined;
  for (let [attempt, startedAt] = [first, begunAt]; ; attempt += 1, startedAt = new Date(tools.clock.realNow())) {
    run.steps.set(id, { id, name, startedAt: begunAt, attempt, error });
    try {
      return await tryWithPostgres(tools, run, step, { attempt, isLastTry: isLastTry({ ...policy, attempt }) });
    } catch (thrown) {
      if (run.isGone || isLeaveError(thrown)) throw makeGoneError(run);
      const waitMs = findNextWaitMs({ ...policy, attempt }, thrown);
      error = messageOf(thrown);
      run.steps.set(id, { id, name, startedAt: begunAt, attempt, error });
      const isRecorded = await recordFailure(tools, run, { stepId: id, step: name, attempt, startedAt, error, waitMs });
      if (waitMs === undefined) throw toRecordable(thrown);
      countRetry(run, name);
      // Steps beside this one would be cut off; a try without a record would be repeated.
      if (tools.mayPutBack && isRecorded && run.inFlight === 1 && (await tools.retries.putBack(run, waitMs))) {
        run.isGone = true;
        throw makeGoneError(run);
      }
      await waitForNextTry(tools, run, waitMs);
    }
  }
}

/** A try that ends because PostgreSQL is away or takes no writes does not count: it begins again until it does, however long that takes. */
async function tryWithPostgres<Result>(
  tools: StepTools,
  run: Run,
  step: NumberedStep<Result>,
  tried: Omit<StepScope, 'signal'>,
): Promise<Result> {
  for (;;) {
    try {
      return await tryOnce(tools.postgres, run, step, tried);
    } catch (thrown) {
      if (!(thrown instanceof PostgresAwayError) || run.isGone) throw thrown;
      const error = messageOf(thrown.cause);
      const shown = run.steps.get(step.id);
      if (shown) run.steps.set(step.id, { ...shown, error });
      const line = { workflow: run.type, workflow_id: run.id, step: step.name, attempt: tried.attempt, error };
      tools.logger.warn(
        { ...line, wait_ms: STORE_AWAY_WAIT_MS },
        'PostgreSQL is away, or takes no writes; the try begins again when it does',
      );
      await waitForNextTry(tools, run, STORE_AWAY_WAIT_MS);
    }
  }
}

async function recordFailure(tools: StepTools, run: Run, failed: Omit<FailedTry, 'workflowId' | 'at'>): Promise<boolean> {
  const { step, attempt, error, waitMs } = failed;
  const line = { workflow: run.type, workflow_id: run.id, step, attempt, error };
  if (waitMs === undefined) {
    run.tries = attempt;
    tools.logger.warn(line, 'a step failed');
  } else tools.logger.warn({ ...line, wait_ms: waitMs }, 'a step failed and will be tried again');
  try {
    await recordFailedTry(tools.postgres, { ...failed, workflowId: run.id, at: new Date(tools.clock.realNow()) });
    return true;
  } catch (thrown) {
    // The history has a gap then; the step goes on.
    tools.logger.warn({ ...line, error: messageOf(thrown) }, 'a failed try could not be recorded');
    return false;
  }
}

/** A step that waits for its next try holds nothing: the run may be paused or stopped meanwhile. */
async function waitForNextTry({ runs, clock }: StepTools, run: Run, waitMs: number): Promise<void> {
  const until = clock.realNow() + waitMs;
  run.working -= 1;
  run.wakeup.wake();
  try {
    for (let restMs = waitMs; restMs > 0; restMs = until - clock.realNow()) {
      await run.wakeup.wait(restMs);
      await runs.boundary(run);
    }
  } finally {
    run.working += 1;
  }
}
