import type { Clock } from '#kernel/clock.ts';
import { invalid, OutsideError } from '#kernel/errors.ts';
import { UnsentCallError, type CallCost, type PlannedCall, type Spending } from '#providers/metering.ts';
import type { ProviderClient, TaskAnswer } from '../client.ts';
import { isNotDoneYet, mayHaveBeenCharged, SERVICE, toProviderError, unreadable } from '../errors.ts';
import { atPriority } from '../serp/prices.ts';
import { readQueuedPage } from '../serp/answers.ts';
import { estimateUsd, requireSerpOperation } from '../serp/operations.ts';
import { isTaskEndpoint, readReadyTasks, toReadyPath } from './task-answers.ts';
import { planTask, toTaskEndpoint, type TaskPlan } from './task-functions.ts';
import type { PostedTask, PostOptions, QueuedTask, SerpPriority, TaskQueue } from '#providers/search-data/task-queue.ts';
import { SLOT_WAIT_MS_MAX } from '#providers/search-data/slot-wait.ts';

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
      const answer = await client.get(toReadyPath(family), { rateClass: 'tasks_ready', signal });
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
    isNotDoneYet,
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

/** A task of a post, and how the provider does it. */
type PlannedTask = Pick<QueuedTask, 'tag' | 'scope'> & { readonly plan: TaskPlan };

/** Each function of the provider has an address of its own to post to. */
function groupByFunction(tasks: readonly QueuedTask[]): {
  readonly groups: readonly PlannedTask[][];
  readonly refused: readonly PostedTask[];
} {
  const planned: PlannedTask[] = [];
  const refused: PostedTask[] = [];
  for (const { request, tag, scope } of tasks) {
    const plan = planTask(request);
    if (plan instanceof Error) refused.push({ state: 'refused', tag, error: plan });
    else planned.push({ tag, scope, plan });
  }
  return { groups: [...Map.groupBy(planned, ({ plan }) => plan.path).values()], refused };
}

interface Post extends PostOptions, Pick<QueueOptions, 'client' | 'spending'> {
  /** @throws OutsideError when it must not be sent any more */
  readonly onSend: () => void;
}

/**
 * One call for all tasks of a function that the budgets have room for; each is reserved and booked on its own.
 * @throws what kept the call from being sent
 */
async function postGroup(tasks: readonly PlannedTask[], post: Post): Promise<PostedTask[]> {
  const planned = tasks.map(({ plan, tag, scope }) => ({
    service: plan.service,
    endpoint: plan.path,
    estimateUsd: plan.estimateUsd(post.priority),
    tag,
    scope,
    plan,
  }));
  const { value: posted = [], refused } = await post.spending.spendBatch(planned, async (made) => {
    const ends = await send(made, post);
    return { value: ends.map((end) => end.outcome), costs: ends.map((end) => end.cost) };
  });
  return [...posted, ...refused.map(({ planned: { tag }, error }) => ({ state: 'refused' as const, tag, error }))];
}

type ReservedTask = Pick<PlannedCall, 'tag' | 'estimateUsd' | 'endpoint'> & Pick<PlannedTask, 'plan'>;

interface TaskEnd {
  readonly outcome: PostedTask;
  readonly cost: CallCost;
}

/**
 * Posts tasks of one function together, and says how each of them ended.
 * @throws UnsentCallError
 */
async function send(tasks: readonly ReservedTask[], post: Post): Promise<TaskEnd[]> {
  let isSent = false;
  const onSend = (): void => {
    post.onSend();
    isSent = true;
  };
  const bodies = tasks.map(({ plan, tag }) => ({
    ...plan.toTask(tag),
    priority: PRIORITIES[post.priority],
    ...(post.toPostbackUrl === undefined ? {} : { postback_url: post.toPostbackUrl(tag), postback_data: 'advanced' }),
  }));
  try {
    const { signal } = post;
    const [first] = tasks as [ReservedTask];
    const answers = await post.client.call(first.endpoint, bodies, {
      rateClass: first.plan.rateClass,
      signal,
      slotWaitMsMax: SLOT_WAIT_MS_MAX,
      onSend,
    });
    return tasks.map((task, at) => readEnd(task, answers[at]));
  } catch (error) {
    if (!isSent) throw new UnsentCallError(error);
    return tasks.map(({ tag }) =>
      mayHaveBeenCharged(error) ? lose(tag, toError(error), false) : refuse(tag, toError(error), { costUsd: 0 }),
    );
  }
}

/** What the answer says of one task. */
function readEnd({ tag, estimateUsd: reservedUsd }: Pick<ReservedTask, 'tag' | 'estimateUsd'>, answer: TaskAnswer | undefined): TaskEnd {
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

function tooLate(): OutsideError {
  return new OutsideError({ service: SERVICE, kind: 'timeout', message: 'A post to DataForSEO was given up: its turn came too late' });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
