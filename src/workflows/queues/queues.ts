import { RETRIES_MAX } from '../retry-policy.ts';

/**
 * A queue and its limits (docs/queues.md). Each area names its own in its manifest; the
 * runtime serves all of them. A queue that no workflow runs on yet has no consumer: what is put there waits.
 */
export interface Queue {
  readonly name: string;
  readonly summary: string;
  /** Batches that are worked on at once, over all processes unless `isPerProcess`. */
  readonly concurrency: number;
  /** Messages that are taken together; with the concurrency it gives how many run at once. 1 unless given. */
  readonly batch?: number;
  /** How often a step is tried again; 3 unless given. */
  readonly maxRetries?: number;
  /** The concurrency is that of each process: work that costs processor time, so that more processes do more of it. */
  readonly isPerProcess?: boolean;
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSeconds: number };
  /**
   * Its workflows must not overlap from their first step to their last, so one that waits for its next
   * try keeps its slot. Everywhere else the slot is free meanwhile.
   */
  readonly isExclusive?: boolean;
}

/** A queue with every limit filled in. */
export type WholeQueue = Required<Omit<Queue, 'rateLimit'>>;

/** Where failed messages go: no workflow runs there, the rows are in `dead_letters` (dead-letters.ts). */
export const DEAD_LETTER_QUEUE = 'dead-letter';

export const GENERAL_TASKS: Queue = {
  name: 'general-tasks',
  summary: 'everything without a queue of its own',
  concurrency: 20,
  batch: 1,
  maxRetries: 3,
};

export const DEAD_LETTERS: Queue = {
  name: DEAD_LETTER_QUEUE,
  summary: 'messages that used up their retries; they wait to be sent again',
  concurrency: 0,
  maxRetries: 0,
};

/** The engine's own queues. */
export const ENGINE_QUEUES: readonly Queue[] = [GENERAL_TASKS, DEAD_LETTERS];

export function toWholeQueue({ name, summary, concurrency, ...rest }: Queue): WholeQueue {
  const { batch = 1, maxRetries = RETRIES_MAX, isPerProcess = false, isExclusive = false } = rest;
  return { name, summary, concurrency, batch, maxRetries, isPerProcess, isExclusive };
}

/** Messages of a queue that may run at once. */
export function countSlots({ concurrency, batch = 1 }: Pick<Queue, 'concurrency' | 'batch'>): number {
  return concurrency * batch;
}

/** The queues that some of these workflows run on: of the others nothing is taken, so that what is there waits. */
export function listConsumed(workflows: readonly { readonly queue: Queue }[]): Queue[] {
  return listQueues(workflows.map(({ queue }) => queue));
}

/**
 * Each queue once, in the order of the first.
 * @throws Error when two different queues have one name
 */
export function listQueues(queues: readonly Queue[]): Queue[] {
  const byName = new Map<string, Queue>();
  for (const queue of queues) {
    const known = byName.get(queue.name) ?? queue;
    if (known !== queue) throw new Error(`two queues are named ${queue.name}`);
    byName.set(queue.name, queue);
  }
  return [...byName.values()];
}
