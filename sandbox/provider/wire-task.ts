import { statusOf } from './codes.ts';
import type { WireTask } from './envelope.ts';
import type { Form, SearchTools, TaskAnswer } from './answer.ts';
import type { QueuedTask } from './tasks.ts';

interface TaskHead {
  readonly id: string;
  readonly path: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** A task as it is sent. */
export function toWireTask({ id, path, data }: TaskHead, answer: TaskAnswer): WireTask {
  return {
    id,
    status_code: answer.code,
    status_message: answer.message ?? statusOf(answer.code).message,
    time: '0.0287 sec.',
    cost: answer.costUsd,
    result_count: answer.result?.length ?? 0,
    path,
    data,
    result: answer.result,
  };
}

/** The result of a queued task: that of the day on which it was posted, paid for then. */
export function answerQueued(tools: SearchTools, task: QueuedTask, form: Form): TaskAnswer {
  const { request, work } = task.queued;
  const answer = work.answer({ ...pickTools(tools), now: () => task.queued.orderedAt }, request, form, task.asked);
  return { ...answer, costUsd: 0 };
}

function pickTools({ world, serp, assistants }: SearchTools): Omit<SearchTools, 'now'> {
  return { world, serp, assistants };
}

/** Under which id, address and echo the result of a queued task is sent. */
export function headOfQueued(task: QueuedTask, form: Form): TaskHead {
  const path = [...task.queued.work.path.split('/').slice(1), 'task_get', form, task.id];
  return { id: task.id, path, data: { ...task.data, function: 'task_get' } };
}

/** `api`, `function`, `se`, `se_type` as the vendor echoes them. */
export function namesOf(path: readonly string[]): Record<string, string> {
  const [, api = '', first = '', second, third] = path;
  if (second === undefined) return { api, function: first };
  if (api === 'ai_optimization') return { api, function: second, se: first };
  if (api === 'dataforseo_labs') return { api, function: second, se_type: first };
  if (api === 'keywords_data' || third === undefined || second === 'locations') return { api, function: second, se: first };
  return { api, function: third, se: first, se_type: second };
}
