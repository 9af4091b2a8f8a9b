import type { TestContext } from 'node:test';
import { openSandbox, US_ENGLISH, type ProviderAnswer, type ProviderTask, type SandboxClient } from './sandbox-client.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const GOOGLE_QUEUE = '/v3/serp/google/organic';
export const QUEUE_KEYWORD = 'best invoicing software';
export const ALL_TIME = {
  datetime_from: '2020-01-01 00:00:00 +00:00',
  datetime_to: '2100-01-01 00:00:00 +00:00',
  include_metadata: true,
};

/** A sandbox whose queue takes so long, and that is asked as often as a test likes. */
export const openQueue = (t: TestContext, queueDelayMs: number): Promise<SandboxClient> =>
  openSandbox(t, { queueDelayMs, enforceRateLimits: false });

export async function postTasks(client: SandboxClient, tasks: readonly Fields[], path = GOOGLE_QUEUE): Promise<ProviderAnswer> {
  return client.ask(
    `${path}/task_post`,
    tasks.map((task) => ({ keyword: QUEUE_KEYWORD, ...US_ENGLISH, ...task })),
  );
}

export async function getTask(client: SandboxClient, id: string, path = GOOGLE_QUEUE, form = 'advanced'): Promise<ProviderTask> {
  const [task] = (await client.ask(`${path}/task_get/${form}/${id}`)).tasks ?? [];
  if (task === undefined) throw new Error('the answer holds no task');
  return task;
}

/** Rows of a list of ready tasks once every task is done. */
export async function listReady(client: SandboxClient, path = '/v3/serp/tasks_ready'): Promise<readonly Fields[]> {
  await client.settle();
  return (await client.ask(path)).tasks?.[0]?.result ?? [];
}

export const idsOf = (answer: ProviderAnswer): string[] => (answer.tasks ?? []).map((task) => task.id);
