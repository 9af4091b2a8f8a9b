import type { Clock } from '#kernel/clock.ts';
import { invalid, OutsideError } from '#kernel/errors.ts';
import { UnsentCallError, type CallCost, type PlannedCall, type Spending } from '../metering.ts';
import type { ProviderClient, TaskAnswer } from './client.ts';
import { mayHaveBeenCharged, SERVICE, toProviderError } from './errors.ts';
import { atPriority } from './prices.ts';
import { readQueuedPage } from './serp-answers.ts';
import { estimateUsd, requireSerpOperation } from './serp-operations.ts';
import { isTaskEndpoint, readReadyTasks } from './task-answers.ts';
import { findTaskFunction, toTaskEndpoint, type TaskFunction } from './task-functions.ts';
import type { PostedTask, PostOptions, QueuedTask, SerpPriority, TaskQueue } from './task-queue-types.ts';
import { TURN_MS_MAX } from './turns.ts';

const POST_SIZE = 100;
const TAG_LENGTH_MAX = 255;
const FIRST_FAULT_CODE = 50_000;
const PRIORITIES: Readonly<Record<SerpPriority, number>> = { normal: 1, high: 2 };

interface QueueOptions {
  readonly client: ProviderClient;
  readonly spending: Spending;
  readonly clock: Clock;
}

/** The queue of DataForSEO: tasks are charged when they are posted, and their answers are free. */
export function makeTaskQueue({ client, spending, clock }: QueueOptions): TaskQueue {
  return {
    postSize: POST_SIZE,
    estimateQueuedSerpUsd: (request, priority) => atPriority(estimateUsd(requireSerpOperation(request, 'queue'), request), priority),
    postTasks: async (tasks, options) => {
      requirePost(tasks);
      client.requireCredentials();
      options.signal?.throwIfAborted();
      let isSent = false;
      const onSend = (): void => {
        // A timer does not help: a process that was frozen makes its calls before its timers fire.
        if (options.sendBefore !== undefined && clock.realNow() >= options.sendBefore.getTime()) throw tooLate();
        isSent = true;
      };
      const post = { client, spending, onSend, ...options };
      const { groups, refused } = groupByFunction(tasks);
      const ends = await Promise.allSettled(groups.map((group) => postGroup(group, post)));
      const failed = ends.find((end) => end.status === 'rejected');
      if (!isSent && failed !== undefined) throw failed.reason;
      const outcomes = [...refused, ...ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))];
      const byTag = new Map(outcomes.map((outcome) => [outcome.tag, outcome]));
      return tasks.map(({ tag }) => byTag.get(tag) ?? { state: 'refused', tag, error: toError(failed?.reason) });
    },
    listReadyTasks: async (family, signal) => {
      const answer = await client.get(`/v3/${family}/tasks_ready`, { rateClass: 'tasks_ready', signal });
      if (!answer.ok) throw toProviderError(answer.code, answer.message, answer.retryAfterMs);
      return readReadyTasks(family, answer.result ?? []);
    },
    toTaskEndpoint,
    fetchTask: async (endpoint, signal) => {
      if (!isTaskEndpoint(endpoint))
        throw new OutsideError({ service: SERVICE, kind: 'blocked_address', message: 'That is not where DataForSEO keeps an answer' });
      return await client.download(endpoint, { rateClass: 'task_get', signal });
    },
    readSerpAnswer: (body, request) => readQueuedPage(body, request, clock.now()),
  };
}

/** @throws AppError 400 for a post whose tasks cannot be distinguished by tag */
function requirePost(tasks: readonly QueuedTask[]): void {
  if (tasks.length > POST_SIZE) throw invalid([{ path: 'tasks', message: `must be at most ${POST_SIZE}` }]);
  if (new Set(tasks.map((task) => task.tag)).size < tasks.length)
    throw invalid([{ path: 'tag', message: 'must differ from task to task' }]);
  if (tasks.some(({ tag }) => tag === '' || tag.length > TAG_LENGTH_MAX))
    throw invalid([{ path: 'tag', message: `must have 1 to ${TAG_LENGTH_MAX} characters` }]);
}

/** Tasks that are posted to one address. */
interface TaskGroup {
  readonly work: TaskFunction;
  readonly tasks: readonly QueuedTask[];
}

/** Each function of the provider has an address of its own to post to. */
function groupByFunction(tasks: readonly QueuedTask[]): { readonly groups: readonly TaskGroup[]; readonly refused: readonly PostedTask[] } {
  const groups = new Map<string, { work: TaskFunction; tasks: QueuedTask[] }>();
  const refused: PostedTask[] = [];
  for (const task of tasks) {
    const work = findTaskFunction(task.request);
    if (work instanceof Error) {
      refused.push({ state: 'refused', tag: task.tag, error: work });
      continue;
    }
    const group = groups.get(work.path) ?? { work, tasks: [] };
    group.tasks.push(task);
    groups.set(work.path, group);
  }
  return { groups: [...groups.values()], refused };
}

interface Post extends PostOptions, Pick<QueueOptions, 'client' | 'spending'> {
  /** @throws OutsideError when it must not be sent any more */
  readonly onSend: () => void;
}

/**
 * One call for all tasks of a function that the budgets have room for; each is reserved and booked on its own.
 * @throws what kept the call from being sent
 */
async function postGroup({ work, tasks }: TaskGroup, post: Post): Promise<PostedTask[]> {
  const planned = tasks.map(({ request, tag, scope }) => ({
    service: work.service,
    endpoint: work.path,
    estimateUsd: work.estimateUsd(request, post.priority),
    tag,
    scope,
    request,
  }));
  const { value: posted = [], refused } = await post.spending.spendBatch(planned, async (made) => {
    const ends = await send(work, made, post);
    return { value: ends.map((end) => end.outcome), costs: ends.map((end) => end.cost) };
  });
  return [...posted, ...refused.map(({ planned: { tag }, error }) => ({ state: 'refused' as const, tag, error }))];
}

type PlannedTask = Pick<PlannedCall, 'tag' | 'estimateUsd'> & Pick<QueuedTask, 'request'>;

interface TaskEnd {
  readonly outcome: PostedTask;
  readonly cost: CallCost;
}

/**
 * Posts tasks together, and says how each of them ended.
 * @throws UnsentCallError
 */
async function send(work: TaskFunction, tasks: readonly PlannedTask[], post: Post): Promise<TaskEnd[]> {
  let isSent = false;
  const onSend = (): void => {
    post.onSend();
    isSent = true;
  };
  const bodies = tasks.map(({ request, tag }) => ({
    ...work.toTask(request, tag),
    priority: PRIORITIES[post.priority],
    ...(post.toPostbackUrl === undefined ? {} : { postback_url: post.toPostbackUrl(tag), postback_data: 'advanced' }),
  }));
  try {
    const { signal } = post;
    const answers = await post.client.call(work.path, bodies, { rateClass: 'task_post', signal, turnMsMax: TURN_MS_MAX, onSend });
    return tasks.map((task, at) => readEnd(task, answers[at]));
  } catch (error) {
    if (!isSent) throw new UnsentCallError(error);
    return tasks.map(({ tag }) =>
      mayHaveBeenCharged(error) ? lose(tag, toError(error), false) : refuse(tag, toError(error), { costUsd: 0 }),
    );
  }
}

/** What the answer says of one task. */
function readEnd({ tag, estimateUsd: reservedUsd }: PlannedTask, answer: TaskAnswer | undefined): TaskEnd {
  if (answer === undefined) return lose(tag, unreadable('it does not speak of the task'), true);
  const { ok, code, message, costUsd, taskId, retryAfterMs } = answer;
  if (!ok) {
    const error = toProviderError(code, message, retryAfterMs);
    // A fault at the head of the answer says nothing of what was done before it.
    const isFault = code >= FIRST_FAULT_CODE && taskId === undefined;
    return isFault ? lose(tag, error, true) : refuse(tag, error, { costUsd, taskId });
  }
  if (taskId === undefined) return lose(tag, unreadable('the task has no id'), true);
  // A missing price is looked up later; until then the reserved amount counts as the cost.
  const outcome: PostedTask = { state: 'posted', tag, taskId, costUsd: costUsd ?? reservedUsd };
  return { outcome, cost: { costUsd, success: true, taskId } };
}

function refuse(tag: string, error: Error, paid: Pick<CallCost, 'costUsd' | 'taskId'>): TaskEnd {
  return { outcome: { state: 'refused', tag, error }, cost: { ...paid, success: false } };
}

function lose(tag: string, error: Error, isAnswered: boolean): TaskEnd {
  return { outcome: { state: 'unknown', tag, error, isAnswered }, cost: { costUsd: undefined, success: false } };
}

function unreadable(why: string): OutsideError {
  return new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave an unreadable answer: ${why}` });
}

function tooLate(): OutsideError {
  return new OutsideError({ service: SERVICE, kind: 'timeout', message: 'A post to DataForSEO was given up: its turn came too late' });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
