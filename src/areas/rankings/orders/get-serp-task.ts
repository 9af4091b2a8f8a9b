import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { findTask, getTaskProgress, type SerpTaskRow, type TaskProgress } from './store.ts';
import { toOrderStatus, type TaskKeyword, type TaskStatus } from './serp-task.ts';

export interface SerpTaskDetail extends SerpTaskRow, TaskProgress {
  readonly status: TaskStatus;
  /** Those that have an outcome, in the order of the request. */
  readonly keywords: readonly TaskKeyword[];
}

export interface GetSerpTaskInput {
  readonly taskId: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A task and its results so far.
 * @throws AppError `Task not found`, also for a task of another organization's project
 */
export async function getSerpTask(ctx: ProjectReader, { taskId, limit, offset }: GetSerpTaskInput): Promise<SerpTaskDetail> {
  const task = await findTask(ctx.postgres, taskId);
  if (task === undefined) throw notFound('Task');
  await assertVisible(ctx, task.projectId);
  const { progress, keywords } = await getTaskProgress(ctx.postgres, taskId, { limit, offset });
  return { ...task, ...progress, status: toOrderStatus(progress, task.begunAt !== null), keywords };
}

async function assertVisible(ctx: ProjectReader, projectId: string): Promise<void> {
  try {
    await getProject(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw notFound('Task');
    throw error;
  }
}
