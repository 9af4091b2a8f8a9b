import { enqueue } from './enqueue.ts';
import { listings } from './listings.ts';
import { queueDispatch } from './queue-dispatch.ts';
import { stepRetries } from './step-retries.ts';
import type { Bench } from './support/bench.ts';
import { takeover } from './takeover.ts';
import { workflowOverhead } from './workflow-overhead.ts';

/** What is measured of the workflow engine and its queues. */
export const WORKFLOW_BENCHES: readonly Bench[] = [enqueue, workflowOverhead, queueDispatch, stepRetries, takeover, listings];
