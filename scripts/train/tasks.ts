import { domainTask } from '#areas/classification/domains/task.ts';
import { keywordTask } from '#areas/classification/keywords/task.ts';
import type { Task } from '#areas/classification/models/task.ts';
import { urlTask } from '#areas/classification/urls/task.ts';

/** What is trained and measured. */
export const TASKS: readonly Task[] = [domainTask, urlTask, keywordTask];

/** @throws Error when there is no such task */
export function getTask(name: string | undefined): Task {
  const task = TASKS.find((known) => known.name === name);
  if (task === undefined) throw new Error(`There is no task ${String(name)}. There are: ${TASKS.map((known) => known.name).join(', ')}.`);
  return task;
}
