import { DBOS, DBOSWorkflowConflictError, Error as EngineErrors } from '@dbos-inc/dbos-sdk';
import type { Clock } from '#kernel/clock.ts';
import { isRetryable, messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Spans } from '#kernel/spans.ts';
import type { StepOptions, StepScope, WorkflowScope } from './define.ts';
import { reviveError, toRecordable } from './recorded-error.ts';
import { goneError, type Run, type Runs } from './runs.ts';
import { countRetry, watchStep } from './watch.ts';

export interface StepTools {
  readonly runs: Runs;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly spans: Spans;
  /** Waits before the second, third and following tries of a step with standard retry. */
  readonly retryWaitsMs: readonly number[];
}

type Work<Result> = (scope: StepScope) => Promise<Result>;

interface Step<Result> {
  readonly name: string;
  readonly work: Work<Result>;
  readonly options: StepOptions;
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
    if (isEngineSignal(outcome.reason)) run.isGone = true;
    throw reviveError(outcome.reason);
  };
}

/** Whether the engine itself ends this execution: the workflow was cancelled or runs elsewhere. */
export function isEngineSignal(thrown: unknown): boolean {
  return thrown instanceof DBOSWorkflowConflictError || thrown instanceof EngineErrors.DBOSWorkflowCancelledError;
}

async function record<Result>(tools: StepTools, run: Run, step: Step<Result>): Promise<Result> {
  const key = Symbol(step.name);
  run.steps.set(key, { name: step.name, startedAt: new Date(tools.clock.realNow()) });
  run.working += 1;
  try {
    return await DBOS.runStep(() => watchStep(tools.spans, run, step.name, () => tryStep(tools, run, step)), { name: step.name });
  } finally {
    run.working -= 1;
    run.steps.delete(key);
    run.bell.ring();
  }
}

async function tryStep<Result>(tools: StepTools, run: Run, step: Step<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(run, step, attempt);
    } catch (thrown) {
      if (run.isGone || isEngineSignal(thrown)) throw goneError(run);
      const waitMs = nextWaitMs(tools, step.options, { attempt, thrown });
      const line = { workflow: run.type, workflow_id: run.id, step: step.name, attempt, error: messageOf(thrown) };
      if (waitMs === undefined) {
        run.tries = attempt;
        tools.logger.warn(line, 'a step failed');
        throw toRecordable(thrown);
      }
      tools.logger.warn({ ...line, wait_ms: waitMs }, 'a step failed and will be tried again');
      countRetry(run, step.name);
      await waitForNextTry(tools, run, waitMs);
    }
  }
}

/** `undefined` when there is no further try; an outside service's longer wait wins over ours. */
function nextWaitMs(tools: StepTools, options: StepOptions, { attempt, thrown }: { attempt: number; thrown: unknown }): number | undefined {
  const ours = options.retry === 'standard' ? tools.retryWaitsMs[attempt - 1] : undefined;
  if (ours === undefined || !isRetryable(thrown)) return undefined;
  const theirs = thrown instanceof Error && 'retryAfterMs' in thrown ? thrown.retryAfterMs : undefined;
  return typeof theirs === 'number' ? Math.max(ours, theirs) : ours;
}

/** A step that waits for its next try holds nothing: the run may be paused or stopped meanwhile. */
async function waitForNextTry({ runs, clock }: StepTools, run: Run, waitMs: number): Promise<void> {
  const until = clock.realNow() + waitMs;
  run.working -= 1;
  run.bell.ring();
  try {
    for (let restMs = waitMs; restMs > 0; restMs = until - clock.realNow()) {
      await run.bell.wait(restMs);
      await runs.boundary(run);
    }
  } finally {
    run.working += 1;
  }
}

async function tryOnce<Result>(run: Run, { name, work, options }: Step<Result>, attempt: number): Promise<Result> {
  const controller = new AbortController();
  const abort = (reason: Error): void => controller.abort(reason);
  const { timeoutMs } = options;
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => abort(new StepTimeoutError(name, timeoutMs)), timeoutMs);
  run.aborts.add(abort);
  try {
    return await Promise.race([work({ signal: controller.signal, attempt }), rejectWhenAborted(controller.signal)]);
  } finally {
    clearTimeout(timer);
    run.aborts.delete(abort);
  }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** A try that took too long; the next one may be quicker. */
class StepTimeoutError extends Error {
  constructor(step: string, timeoutMs: number) {
    super(`step ${step} took longer than ${timeoutMs} ms`);
    this.name = 'StepTimeoutError';
  }
}
