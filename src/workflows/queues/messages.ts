import type { Queue } from './queues.ts';

/**
 * A kind of message (docs/queues.md). A message is a workflow by name that waits on a queue. When no
 * workflow of that name exists yet, the message is stored just the same and waits, because a process takes
 * work only off the queues that its workflows run on (dispatch.ts). It is named by the area that sends it;
 * the area that brings the workflow runs it on the queue named here, and takes what waits.
 */
export interface MessageKind {
  readonly kind: string;
  /** The workflow that consumes it. */
  readonly workflow: string;
  /** The queue of that workflow. */
  readonly queue: Queue;
  readonly summary: string;
  /** Its messages are counted in this report when they end. */
  readonly report?: OutcomeReport;
}

/** What is counted of messages that ended. Several kinds may share one. */
export interface OutcomeReport {
  /** Fields of the payload: messages are counted by their values. */
  readonly groupBy: readonly string[];
}

/**
 * A workflow on another queue than its messages would leave those that wait there alone for ever.
 * @throws Error naming the workflow
 */
export function checkMessageQueues(
  messages: readonly MessageKind[],
  workflows: readonly { readonly name: string; readonly queue: Queue }[],
): void {
  for (const { workflow, queue, kind } of messages) {
    const found = workflows.find(({ name }) => name === workflow);
    if (found && found.queue.name !== queue.name)
      throw new Error(`workflow ${workflow} must run on ${queue.name}, where its messages ${kind} wait`);
  }
}
