import { DBOS, DBOSWorkflowConflictError, Error as SdkErrors } from '@dbos-inc/dbos-sdk';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';

/** The executions of this process, as the SDK knows them. */

/** The id of the workflow that the caller runs in. */
export function findCurrentWorkflowId(): string | undefined {
  return DBOS.workflowID;
}

/** The SDK's number of the step that the caller runs in. */
export function findCurrentStepId(): number | undefined {
  return DBOS.stepID;
}

/** Runs a step and records its result. It takes its number at once, so steps started together keep their order. */
export function runRecorded<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return DBOS.runStep(work, { name });
}

/** An execution that throws this ends, and the SDK records nothing of its end. */
export function makeLeaveError(workflowId: string): Error {
  return new DBOSWorkflowConflictError(workflowId);
}

/** Whether the SDK itself ends this execution: the workflow was cancelled or runs elsewhere. */
export function isLeaveError(thrown: unknown): boolean {
  return thrown instanceof DBOSWorkflowConflictError || thrown instanceof SdkErrors.DBOSWorkflowCancelledError;
}

/** Ends, without an error, when the newest execution of a workflow in this process is over and recorded; at once if there is none. */
export async function waitUntilRecorded(workflowId: string): Promise<void> {
  await listExecutions(workflowId)
    .at(-1)
    ?.promise.catch(() => undefined);
}

/** Makes the SDK forget the oldest execution of a workflow in this process. */
export function releaseExecution(workflowId: string): void {
  listExecutions(workflowId)[0]?.release();
}

function listExecutions(workflowId: string) {
  return DBOSExecutor.globalInstance?.systemDatabase.runningWorkflowMap.get(workflowId) ?? [];
}
