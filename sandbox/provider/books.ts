import { makeFailureList, type FailureList } from './failures.ts';
import { makeTaskQueue, type QueueOptions, type TaskQueue } from './queue.ts';
import { makeTaskStore, type TaskStore } from './tasks.ts';

/** What the provider keeps from call to call: tasks, those at work, and what failed. */
export interface ProviderBooks {
  readonly tasks: TaskStore;
  readonly queue: TaskQueue;
  readonly failures: FailureList;
}

export function makeProviderBooks(options: Omit<QueueOptions, 'failures'>): ProviderBooks {
  const failures = makeFailureList();
  return { tasks: makeTaskStore(), queue: makeTaskQueue({ ...options, failures }), failures };
}
