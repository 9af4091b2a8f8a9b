import type { OutsideError } from '#kernel/errors.ts';
import type { SpendScope } from '../metering.ts';
import type { AnswerRequest } from './assistant-answers.ts';
import type { AppDataRequest } from './app-data.ts';
import type { QueuedSerpAnswer, SerpRequest } from './serp.ts';

/** What a task of the queue asks for: a result page, something of an app store, or the answer of an assistant. */
export type TaskRequest = SerpRequest | AppDataRequest | AnswerRequest;

/** The part of the provider that a task belongs to: each has its own list of finished tasks, and its own record. */
export const TASK_FAMILIES = ['serp', 'app_data', 'chat_gpt', 'gemini'] as const;
export type TaskFamily = (typeof TASK_FAMILIES)[number];

export function isAppDataRequest(request: Pick<TaskRequest, 'kind'>): request is AppDataRequest {
  return request.kind.startsWith('app_');
}

export function isAnswerRequest(request: Pick<TaskRequest, 'kind'>): request is AnswerRequest {
  return request.kind === 'answer';
}

export function toFamily(request: Pick<TaskRequest, 'kind'>): TaskFamily {
  if (isAppDataRequest(request)) return 'app_data';
  // AI Mode is a page of the search engine.
  return isAnswerRequest(request) && request.surface !== 'ai_mode' ? request.surface : 'serp';
}

/** A task for the provider's queue. */
export interface QueuedTask<Request extends TaskRequest = TaskRequest> {
  readonly request: Request;
  /** Our unique id of the task: every word of the provider about it carries this. At most 255 characters. */
  readonly tag: string;
  /** On whose behalf it is read. */
  readonly scope: SpendScope;
}

/** What became of one task of a post. */
export type PostedTask =
  /** Charged and queued. */
  | { readonly state: 'posted'; readonly tag: string; readonly taskId: string; readonly costUsd: number }
  /** Not done: by the provider (nothing is charged) or because a budget has no room (`BudgetExceededError`). */
  | { readonly state: 'refused'; readonly tag: string; readonly error: Error }
  /**
   * The task may exist and be charged: find out by its tag before it is posted again. `isAnswered`: the provider
   * answered the call, but not what became of the task. It has ended the call, so the task exists by now or never.
   */
  | { readonly state: 'unknown'; readonly tag: string; readonly error: Error; readonly isAnswered: boolean };

/** A task that is done and was not collected yet. */
export interface ReadyTask {
  readonly taskId: string;
  readonly tag: string | undefined;
  /** Where its answer is collected; the argument of `fetchTask`. */
  readonly endpoint: string;
}

export const SERP_PRIORITIES = ['normal', 'high'] as const;
/** `high` is done sooner and costs double. */
export type SerpPriority = (typeof SERP_PRIORITIES)[number];

export interface PostOptions {
  /** The address of a task's deliveries by its tag, with `$id` and `$tag` in it; `undefined`: answers are only collected. */
  readonly toPostbackUrl: ((tag: string) => string) | undefined;
  readonly priority: SerpPriority;
  readonly signal?: AbortSignal | undefined;
  /** From this instant on (real time) nothing is sent: the process may have been frozen, and another taken over. */
  readonly sendBefore?: Date | undefined;
}

/** The provider's queue: a third of the live price, answers come later and by themselves. */
export interface TaskQueue {
  /** Tasks that one post takes. */
  readonly postSize: number;
  /** What one queued request for a result page will cost at most, in USD. */
  estimateQueuedSerpUsd(request: SerpRequest, priority: SerpPriority): number;
  /**
   * Posts tasks in one call for each function of the provider, each task reserved and booked on its own: the cost
   * is booked from this answer, once per task of the provider.
   * @param tasks at most `postSize`
   * @returns in the order of the tasks; it throws only what makes every task fail before anything is
   *   sent (`credentials_missing`, an aborted signal, a slot that came too late)
   */
  postTasks(tasks: readonly QueuedTask[], options: PostOptions): Promise<PostedTask[]>;
  /** Tasks of a family that are done and uncollected, at most 1,000. Free. @throws OutsideError */
  listReadyTasks(family: TaskFamily, signal?: AbortSignal): Promise<ReadyTask[]>;
  /** Where the answer of a task can be collected. */
  toTaskEndpoint(request: TaskTarget, taskId: string): string;
  /** The answer as received, to be kept and read. Free; the provider keeps it 30 days. @throws OutsideError */
  fetchTask(endpoint: string, signal?: AbortSignal): Promise<Buffer>;
  /**
   * Reads a result page that came by postback or was collected.
   * @param body as received, gzip or plain (recognized by its first bytes)
   * @throws OutsideError for everything that is no result page; `retryable` says whether posting again
   *   may help, kind `parse` that the answer is damaged and may be collected again
   */
  readSerpAnswer(body: Buffer, request: SerpRequest): Promise<QueuedSerpAnswer>;
  /** Whether what was thrown for an answer says that its task is not done yet. */
  isNotDoneYet(error: OutsideError): boolean;
}

/** What of a request decides which function of the provider does it. */
export type TaskTarget =
  | Pick<SerpRequest, 'engine' | 'kind'>
  | Pick<AppDataRequest, 'store' | 'kind'>
  | Pick<AnswerRequest, 'surface' | 'kind'>;
