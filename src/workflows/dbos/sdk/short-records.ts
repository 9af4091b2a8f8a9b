import { currentOwnerXid } from '@dbos-inc/dbos-sdk/internal/context';
import { withDbRetry, type SystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { makeQuery } from '#stores/postgres/query.ts';
import { recordOutcome, recordStep, type OutcomeRecord } from '../write/records.ts';

/**
 * Makes the SDK send one statement for a step, where it sends seven, and one for the end of a workflow, where it
 * sends four. For every other case its own functions stay.
 *
 * - It asks before each step whether the workflow was cancelled. A cancelled workflow has no owner, so nothing of
 *   its steps is recorded, and the run that still does them is dropped (runs.ts).
 * - It looks for a record of each step. A workflow that was never run before has none.
 * @param isFresh whether this process runs the workflow, and it had no recorded step when it was taken
 */
export function shortenRecords(database: SystemDatabase, isFresh: (workflowId: string) => boolean): void {
  // Not the pool of the service: steps may hold all of its connections.
  const sql = { query: makeQuery(database.pool) };
  const findStep = database.getOperationResultAndThrowIfCancelled.bind(database);
  const recordStepSlowly = database.recordOperationResult.bind(database);

  database.checkIfCanceled = () => Promise.resolve();
  database.getOperationResultAndThrowIfCancelled = (workflowId, stepId) =>
    isFresh(workflowId) ? Promise.resolve(undefined) : findStep(workflowId, stepId);
  database.recordOperationResult = async (workflowId, stepId, name, ...given) => {
    const [, startedMs, endedMs, { output = null, error = null, serialization = null, childWorkflowID } = {}] = given;
    const ownerXid = currentOwnerXid(workflowId);
    const record = { workflowId, stepId, name, output, error, serialization, startedMs, endedMs };
    const isOfStep = ownerXid !== undefined && childWorkflowID === undefined;
    if (isOfStep && (await withDbRetry(() => recordStep(sql, { ...record, ownerXid })))) return;
    // When nothing was recorded, it throws what says why.
    await recordStepSlowly(workflowId, stepId, name, ...given);
  };
  const recordEnd = (
    workflowId: string,
    ownerXid: string | undefined,
    end: Omit<OutcomeRecord, 'workflowId' | 'ownerXid'>,
  ): Promise<boolean> => {
    const owner = ownerXid ?? currentOwnerXid(workflowId);
    if (owner === undefined) throw new Error(`workflow ${workflowId} ended without an owner`);
    return withDbRetry(() => recordOutcome(sql, { workflowId, ownerXid: owner, ...end }));
  };
  database.recordWorkflowOutput = (id, { output }, ownerXid) => recordEnd(id, ownerXid, { status: 'SUCCESS', output, error: null });
  database.recordWorkflowError = (id, { error }, ownerXid) => recordEnd(id, ownerXid, { status: 'ERROR', output: null, error });
}
