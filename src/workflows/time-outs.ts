/** The time-outs of the engine. Those of a step or a process can be set for one (`StepOptions`, `WorkflowRuntimeOptions`). */

/** A stop of the process: steps in flight may finish. */
export const GRACE_MS = 20_000;
/** The part of the grace that is left for aborted steps and for closing. */
export const CLOSING_MS = 1_500;
/** A caller that waits for a start to be recorded; the SDK alone would try for ever. */
export const RECORD_TIMEOUT_MS = 5_000;
/** A claim that took longer is not followed by an execution. */
export const CLAIM_TIMEOUT_MS = 30_000;
/** The lock of a queue's claims. Claims take milliseconds: a holder that keeps it longer is stuck. */
export const CLAIM_LOCK_TIMEOUT_MS = 1_000;
/** An interval of SQL: a claim without an execution, for example because the connection broke in between, goes back to its queue. */
export const LOST_AFTER = '60 seconds';
/** An interval of SQL: a process without a heartbeat for so long is silent. */
export const SILENT_AFTER = '15 seconds';
/**
 * A silent process that still holds its lock is taken for frozen after this. Far above what a busy machine
 * or a garbage collection keeps a process from writing its heartbeat.
 */
export const FROZEN_AFTER_MS = 60_000;
