import { invalid } from '#kernel/errors.ts';
import { estimateAppDataUsd, findAppFunction, findAppProblem, toAppTask } from '../apps/operations.ts';
import { estimateAnswerUsd, findAnswerFunction, findAnswerProblem, toAnswerTask } from '../answers/operations.ts';
import type { ProviderTask } from '../client.ts';
import { STORE_B_POST } from '../call-limits.ts';
import { atPriority } from '../serp/prices.ts';
import { estimateUsd, findSerpOperation, toSerpTask, toSerpTaskEndpoint } from '../serp/operations.ts';
import type { SearchService } from '../services.ts';
import {
  isAnswerRequest,
  isAppDataRequest,
  type SerpPriority,
  type TaskTarget,
  type TaskRequest,
} from '#providers/search-data/task-queue.ts';

const TASK_POST = 'task_post';

/** How the provider does a request through its queue. */
export interface TaskPlan {
  /** Where tasks of the function are posted. */
  readonly path: string;
  readonly service: SearchService;
  /** How often tasks may be posted there (call-limits.ts). */
  readonly rateClass: string;
  /** @param tag which the task carries */
  toTask(tag: string): ProviderTask;
  /** The most that it costs, in USD. */
  estimateUsd(priority: SerpPriority): number;
}

/** How a request is done, or why the provider does not do it. */
export function planTask(request: TaskRequest): TaskPlan | Error {
  if (isAppDataRequest(request)) {
    const problem = findAppProblem(request);
    if (problem !== undefined) return problem;
    const { path, service } = findAppFunction(request);
    return {
      path: `${path}/task_post`,
      service,
      rateClass: request.store === 'store_b' ? STORE_B_POST : TASK_POST,
      toTask: (tag) => toAppTask(request, tag),
      estimateUsd: (priority) => atPriority(estimateAppDataUsd(request), priority),
    };
  }
  if (isAnswerRequest(request)) {
    const problem = findAnswerProblem(request);
    if (problem !== undefined) return problem;
    return {
      path: `${findAnswerFunction(request).path}/task_post`,
      service: 'provider_answers',
      rateClass: TASK_POST,
      toTask: (tag) => toAnswerTask(request, tag),
      estimateUsd: (priority) => atPriority(estimateAnswerUsd(request.surface), priority),
    };
  }
  const operation = findSerpOperation(request, 'queue');
  if (operation === undefined) return invalid([{ path: 'engine', message: `${request.engine} has no ${request.kind} results` }]);
  return {
    path: operation.path,
    service: 'provider_serp',
    rateClass: TASK_POST,
    toTask: (tag) => toSerpTask(operation, request, tag),
    estimateUsd: (priority) => atPriority(estimateUsd(operation, request), priority),
  };
}

/**
 * Where the answer of a queued task is collected.
 * @throws AppError 400 when the provider does not read such pages
 */
export function toTaskEndpoint(target: TaskTarget, taskId: string): string {
  if ('store' in target) return `${findAppFunction(target).path}/task_get/advanced/${taskId}`;
  if ('surface' in target) return `${findAnswerFunction(target).path}/task_get/advanced/${taskId}`;
  return toSerpTaskEndpoint(target, taskId);
}
