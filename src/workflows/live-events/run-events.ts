import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Live, LiveFields } from '#kernel/live.ts';
import type { Workflow, WorkflowScope } from '../define.ts';
import type { Body } from '../dbos/sdk/engine.ts';
import { findCurrentWorkflowId, isLeaveError, waitUntilRecorded } from '../dbos/sdk/executions.ts';
import type { Run } from '../runs/runs.ts';

/** Publishes what workflows and their steps do (docs/events.md, "The live socket"). Each function wraps the one that does the work. */

export interface RunEventTools {
  readonly live: Live;
  readonly clock: Clock;
}

/** An execution: that it began, and how it ended once that is recorded. */
export function publishRuns({ live, clock }: RunEventTools, { name, queue: { name: queue } }: Workflow, body: Body): Body {
  return async (...given) => {
    const id = findCurrentWorkflowId() ?? '';
    const startedAt = clock.realNow();
    const about = { workflow_id: id, workflow_type: name, queue };
    const tellEnd = (fields: LiveFields): void => {
      const event = { ...about, ...fields, duration_ms: clock.realNow() - startedAt };
      void waitUntilRecorded(id).then(() => live.publish('workflow', event));
    };
    live.publish('workflow', { ...about, status: 'running' });
    try {
      const output = await body(...given);
      if (live.isWanted('workflow')) tellEnd({ status: 'completed' });
      return output;
    } catch (error) {
      // A pause, termination or take-over is published where it is done.
      if (live.isWanted('workflow') && !isLeaveError(error)) tellEnd({ status: 'failed', error: messageOf(error) });
      throw error;
    }
  };
}

type StepFunction = WorkflowScope['step'];

/** The steps of a run that are really done, each with its tries; recorded ones are silent. */
export function publishSteps({ live, clock }: Pick<RunEventTools, 'live' | 'clock'>, run: Run, step: StepFunction): StepFunction {
  // Calls the step at once: steps that are started together are numbered in order.
  return async (name, work, options) => {
    const startedAt = clock.realNow();
    let attempt = 0;
    let failedAttempt = 0;
    const tell = (fields: LiveFields): void => {
      if (run.isGone) return;
      live.publish('step', { workflow_id: run.id, workflow_type: run.type, step: name, attempt, ...fields });
    };
    const tellFailure = (thrown: unknown, sinceMs: number): void => {
      if (attempt === failedAttempt || isLeaveError(thrown)) return;
      failedAttempt = attempt;
      tell({ status: 'failed', duration_ms: clock.realNow() - sinceMs, error: messageOf(thrown) });
    };
    const watched: typeof work = async (scope) => {
      const triedAt = clock.realNow();
      attempt = scope.attempt;
      tell({ status: 'running' });
      try {
        return await work(scope);
      } catch (thrown) {
        tellFailure(thrown, triedAt);
        throw thrown;
      }
    };
    try {
      const result = await step(name, watched, options);
      if (attempt > 0) tell({ status: 'completed', duration_ms: clock.realNow() - startedAt });
      return result;
    } catch (thrown) {
      // A try that took too long is given up while its work still goes on.
      tellFailure(thrown, startedAt);
      throw thrown;
    }
  };
}
