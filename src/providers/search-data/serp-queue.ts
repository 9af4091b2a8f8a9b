import type { Clock } from '#kernel/clock.ts';
import { invalid, OutsideError } from '#kernel/errors.ts';
import { PaidCallError, UnsentCallError, type CallCost, type Spending } from '../metering.ts';
import type { ProviderClient, TaskAnswer } from './client.ts';
import { mayHaveBeenCharged, SERVICE, toProviderError } from './errors.ts';
import type { PostedSerp, QueuedSerp, SerpPriority, SerpQueue } from './index.ts';
import { makeJointCall, type JointCall } from './joint-call.ts';
import { atPriority } from './prices.ts';
import { isTaskEndpoint, readQueuedAnswer, readReadyTasks } from './serp-answers.ts';
import { estimateUsd, findSerpOperation, requireSerpOperation, toSerpTask, toTaskEndpoint, type SerpOperation } from './serp-operations.ts';

const POST_SIZE = 100;
const TAG_LENGTH_MAX = 255;
const READY_PATH = '/v3/serp/tasks_ready';
const FIRST_FAULT_CODE = 50_000;
const PRIORITIES: Readonly<Record<SerpPriority, number>> = { normal: 1, high: 2 };

interface QueueOptions {
  readonly client: ProviderClient;
  readonly spending: Spending;
  readonly clock: Clock;
}

type PostOptions = Parameters<SerpQueue['postSerpTasks']>[1];

/** What the provider said of each task, by tag. */
type Verdicts = ReadonlyMap<string, TaskAnswer>;

/** The queue of DataForSEO: tasks are charged when they are posted, and their answers are free. */
export function makeSerpQueue({ client, spending, clock }: QueueOptions): SerpQueue {
  return {
    postSize: POST_SIZE,
    estimateQueuedSerpUsd: (request, priority) => atPriority(estimateUsd(requireSerpOperation(request, 'queue'), request), priority),
    postSerpTasks: async (tasks, options) => {
      requirePost(tasks);
      client.requireCredentials();
      options.signal?.throwIfAborted();
      let isSent = false;
      const onSend = (): void => {
        isSent = true;
      };
      const posted = await Promise.all(groupByFunction(tasks).map((group) => postGroup(group, { client, spending, onSend, ...options })));
      // Who gives up before anything is sent has posted nothing, whatever the budgets said.
      if (!isSent) options.signal?.throwIfAborted();
      const byTag = new Map(posted.flat().map((outcome) => [outcome.tag, outcome]));
      return tasks.flatMap((task) => byTag.get(task.tag) ?? []);
    },
    listReadySerpTasks: async (signal) => {
      const answer = await client.get(READY_PATH, { rateClass: 'tasks_ready', signal });
      if (!answer.ok) throw toProviderError(answer.code, answer.message, answer.retryAfterMs);
      return readReadyTasks(answer.result ?? []);
    },
    toSerpTaskEndpoint: toTaskEndpoint,
    fetchSerpTask: async (endpoint, signal) => {
      if (!isTaskEndpoint(endpoint))
        throw new OutsideError({ service: SERVICE, kind: 'blocked_address', message: 'That is not where DataForSEO keeps an answer' });
      return await client.download(endpoint, { rateClass: 'task_get', signal });
    },
    readSerpAnswer: (body, request) => readQueuedAnswer(body, request, clock.now()),
  };
}

/** @throws AppError 400 for a post that could not be told apart task by task */
function requirePost(tasks: readonly QueuedSerp[]): void {
  if (tasks.length > POST_SIZE) throw invalid([{ path: 'tasks', message: `must be at most ${POST_SIZE}` }]);
  if (new Set(tasks.map((task) => task.tag)).size < tasks.length)
    throw invalid([{ path: 'tag', message: 'must differ from task to task' }]);
  if (tasks.some(({ tag }) => tag === '' || tag.length > TAG_LENGTH_MAX))
    throw invalid([{ path: 'tag', message: `must have 1 to ${TAG_LENGTH_MAX} characters` }]);
}

interface TaskGroup {
  /** `undefined`: the provider does not read such pages. */
  readonly operation: SerpOperation | undefined;
  readonly tasks: readonly QueuedSerp[];
}

/** Each function of the provider has an address of its own to post to. */
function groupByFunction(tasks: readonly QueuedSerp[]): TaskGroup[] {
  const groups = Map.groupBy(tasks, ({ request }) => `${request.engine}/${request.kind}`);
  return [...groups.values()].map((members) => ({
    operation: members[0] && findSerpOperation(members[0].request, 'queue'),
    tasks: members,
  }));
}

interface Post extends PostOptions, Pick<QueueOptions, 'client' | 'spending'> {
  readonly onSend: () => void;
}

/** One call for all tasks of a function that the budgets have room for. */
async function postGroup({ operation, tasks }: TaskGroup, post: Post): Promise<PostedSerp[]> {
  if (operation === undefined) return tasks.map(refuseUnreadable);
  const byTag = new Map(tasks.map((task) => [task.tag, task]));
  const call = makeJointCall([...byTag.keys()], (tags) =>
    send(
      operation,
      tags.flatMap((tag) => byTag.get(tag) ?? []),
      post,
    ),
  );
  return await Promise.all(tasks.map((task) => postOne(task, { operation, call, post })));
}

function refuseUnreadable({ tag, request }: QueuedSerp): PostedSerp {
  return { state: 'refused', tag, error: invalid([{ path: 'engine', message: `${request.engine} has no ${request.kind} results` }]) };
}

/**
 * Posts together what has its money reserved.
 * @throws UnsentCallError, PaidCallError: for every task of the call
 */
async function send(operation: SerpOperation, tasks: readonly QueuedSerp[], post: Post): Promise<Verdicts> {
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
    post.onSend();
  };
  const more = {
    priority: PRIORITIES[post.priority],
    ...(post.postbackUrl === undefined ? {} : { postback_url: post.postbackUrl, postback_data: 'advanced' }),
  };
  const bodies = tasks.map(({ request, tag }) => ({ ...toSerpTask(operation, request, tag), ...more }));
  try {
    const answers = await post.client.call(operation.path, bodies, { rateClass: 'task_post', signal: post.signal, onSend });
    return new Map(tasks.flatMap(({ tag }, at) => (answers[at] === undefined ? [] : [[tag, answers[at]]])));
  } catch (error) {
    if (!isSent) throw new UnsentCallError(error);
    throw new PaidCallError(toError(error), { costUsd: mayHaveBeenCharged(error) ? undefined : 0, success: false });
  }
}

/** The task as the ledger knows it: reserved and booked on its own, whoever shares its call. */
async function postOne(
  { request, tag, scope }: QueuedSerp,
  { operation, call, post }: { operation: SerpOperation; call: JointCall<Verdicts>; post: Post },
): Promise<PostedSerp> {
  const planned = {
    service: 'provider_serp',
    endpoint: operation.path,
    estimateUsd: atPriority(estimateUsd(operation, request), post.priority),
    tag,
  } as const;
  // What became of the task is known from its call, also when booking it fails afterwards.
  let outcome: PostedSerp | undefined;
  try {
    return await post.spending.spend(scope, planned, async () => {
      try {
        const posted = toPosted((await call.join(tag)).get(tag), planned);
        outcome = posted.value;
        return posted;
      } catch (error) {
        const isUnknown = error instanceof PaidCallError && error.cost.costUsd === undefined;
        if (error instanceof PaidCallError) outcome = { state: isUnknown ? 'unknown' : 'refused', tag, error: toError(error.cause) };
        throw error;
      }
    });
  } catch (error) {
    return outcome ?? { state: 'refused', tag, error: toError(error) };
  } finally {
    call.leave(tag);
  }
}

/**
 * What the answer says of one task.
 * @throws PaidCallError when it was not queued; without a cost when nobody knows whether it was
 */
function toPosted(
  answer: TaskAnswer | undefined,
  planned: { readonly tag: string; readonly estimateUsd: number },
): { value: PostedSerp; cost: CallCost } {
  if (answer === undefined) throw lost('the answer does not speak of the task');
  const { ok, code, message, costUsd, taskId, retryAfterMs } = answer;
  if (ok && taskId === undefined) throw lost('the task has no id');
  if (ok && taskId !== undefined) {
    // A price that is not told is looked up later; until then the task has cost what was set aside for it.
    const value: PostedSerp = { state: 'posted', tag: planned.tag, taskId, costUsd: costUsd ?? planned.estimateUsd };
    return { value, cost: { costUsd, success: true, taskId } };
  }
  const error = toProviderError(code, message, retryAfterMs);
  // A fault at the head of the answer says nothing of what was done before it.
  const isFault = code >= FIRST_FAULT_CODE && taskId === undefined;
  throw new PaidCallError(error, { costUsd: isFault ? undefined : costUsd, success: false, taskId });
}

function lost(why: string): PaidCallError {
  const error = new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave an unreadable answer: ${why}` });
  return new PaidCallError(error, { costUsd: undefined, success: false });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
