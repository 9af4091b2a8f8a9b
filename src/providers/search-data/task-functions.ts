import { invalid } from '#kernel/errors.ts';
import { estimateAppDataUsd, findAppFunction, findAppProblem, toAppTask } from './app-operations.ts';
import type { ProviderTask } from './client.ts';
import { atPriority } from './prices.ts';
import { estimateUsd, findSerpOperation, toSerpTask, toSerpTaskEndpoint } from './serp-operations.ts';
import type { SearchService } from './services.ts';
import { isAppDataRequest, type SerpPriority, type TaskPlace, type TaskRequest } from './task-queue-types.ts';

/** How the provider does a request through its queue. */
export interface TaskFunction {
  /** Where tasks of the function are posted. */
  readonly path: string;
  readonly service: SearchService;
  /** @param tag which the task carries */
  toTask(request: TaskRequest, tag: string): ProviderTask;
  /** The most that a request costs, in USD. */
  estimateUsd(request: TaskRequest, priority: SerpPriority): number;
}

/** The function for a request, or why the provider does not do it. */
export function findTaskFunction(request: TaskRequest): TaskFunction | Error {
  if (isAppDataRequest(request)) {
    const problem = findAppProblem(request);
    if (problem !== undefined) return problem;
    const { path, service } = findAppFunction(request);
    return {
      path: `${path}/task_post`,
      service,
      toTask: (one, tag) => toAppTask(one as typeof request, tag),
      estimateUsd: (one, priority) => atPriority(estimateAppDataUsd(one as typeof request), priority),
    };
  }
  const operation = findSerpOperation(request, 'queue');
  if (operation === undefined) return invalid([{ path: 'engine', message: `${request.engine} has no ${request.kind} results` }]);
  return {
    path: operation.path,
    service: 'provider_serp',
    toTask: (one, tag) => toSerpTask(operation, one as typeof request, tag),
    estimateUsd: (one, priority) => atPriority(estimateUsd(operation, one as typeof request), priority),
  };
}

/**
 * Where the answer of a queued task is collected.
 * @throws AppError 400 when the provider does not read such pages
 */
export function toTaskEndpoint(place: TaskPlace, taskId: string): string {
  return 'store' in place ? `${findAppFunction(place).path}/task_get/advanced/${taskId}` : toSerpTaskEndpoint(place, taskId);
}
