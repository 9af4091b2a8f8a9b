import { OutsideError } from '#kernel/errors.ts';
import { isPacked, unpackBytes } from '#kernel/packed-bytes.ts';
import { policyOf, SERVICE, toProviderError, unreadable } from '../errors.ts';
import type { ReadyTask, TaskFamily } from '#providers/search-data/task-queue.ts';
import { EnvelopeWire, ReadyTaskWire, type TaskWire } from '../wire.ts';

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const TASK_ENDPOINT = /^\/v3\/(serp|app_data|ai_optimization)\/[a-z_]+\/[a-z_]+\/task_get\/advanced\/[A-Za-z0-9-]{1,100}$/u;

/** Whether an answer of the queue can be collected there: an answer cannot lead to another service. */
export function isTaskEndpoint(endpoint: string): boolean {
  return TASK_ENDPOINT.test(endpoint);
}

/** Where the provider keeps what belongs to a family. */
const FAMILY_PATHS: Readonly<Record<TaskFamily, { readonly ready: string; readonly root: string }>> = {
  serp: { ready: '/v3/serp/tasks_ready', root: '/v3/serp' },
  app_data: { ready: '/v3/app_data/tasks_ready', root: '/v3/app_data' },
  chat_gpt: { ready: '/v3/ai_optimization/chat_gpt/llm_scraper/tasks_ready', root: '/v3/ai_optimization' },
  gemini: { ready: '/v3/ai_optimization/gemini/llm_scraper/tasks_ready', root: '/v3/ai_optimization' },
};

export function toReadyPath(family: TaskFamily): string {
  return FAMILY_PATHS[family].ready;
}

/** Tasks whose answer can be collected; rows of other kinds of answers are passed over. */
export function readReadyTasks(family: TaskFamily, rows: readonly unknown[]): ReadyTask[] {
  return rows.flatMap((row) => {
    const parsed = ReadyTaskWire.safeParse(row);
    if (!parsed.success) return [];
    const { id, tag, se, se_type: type, endpoint_advanced: named } = parsed.data;
    // The list has been seen to name the address of another task.
    const endpoint =
      named?.endsWith(`/${id}`) === true ? named : `${FAMILY_PATHS[family].root}/${se ?? ''}/${type ?? ''}/task_get/advanced/${id}`;
    return isTaskEndpoint(endpoint) ? [{ taskId: id, tag: tag ?? undefined, endpoint }] : [];
  });
}

/** What an answer of the queue says of its task. `tag`: ours, where the answer repeats it. */
export interface AnsweredTask {
  readonly taskId: string;
  readonly tag: string | undefined;
  readonly code: number;
  readonly result: unknown;
  /** When the provider read what it gives; `now` when it does not say, or says what cannot be. */
  readonly readAt: Date;
}

/**
 * Reads the envelope of an answer: one task that is done, well or with one of the codes that are answers too.
 * @param body gzip or plain
 * @throws OutsideError for everything else (`TaskQueue.readSerpAnswer`)
 */
export async function readAnsweredTask(body: Buffer, answers: ReadonlySet<number>, now: Date): Promise<AnsweredTask> {
  const task = readTask(await unpack(body));
  const result = task.result?.[0];
  if (!answers.has(task.status_code) && policyOf(task.status_code).group !== 'ok')
    throw toAnswerError(task.status_code, task.status_message ?? '');
  const tag = typeof task.data?.tag === 'string' ? task.data.tag : undefined;
  return { taskId: task.id ?? '', tag, code: task.status_code, result, readAt: toReadAt(result, now) };
}

/** Packed or plain: whether the provider says so in a header is not certain. */
async function unpack(body: Buffer): Promise<Buffer> {
  if (!isPacked(body)) {
    if (body.length > ANSWER_BYTES_MAX) throw tooLarge();
    return body;
  }
  try {
    return await unpackBytes(body, { bytesMax: ANSWER_BYTES_MAX });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw unreadable('its packed data is damaged', { cause: error });
  }
}

function readTask(text: Buffer): TaskWire {
  const envelope = EnvelopeWire.safeParse(parseJson(text));
  if (!envelope.success) throw unreadable('it is not the documented envelope');
  const { status_code: code, status_message: message, tasks } = envelope.data;
  const task = tasks?.[0];
  if (task !== undefined) return task;
  if (policyOf(code).group === 'ok') throw unreadable('it holds no task');
  throw toAnswerError(code, message ?? '');
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw unreadable('it is no JSON', { cause: error });
  }
}

/** An expired answer is retryable: posting again gives a new one. */
function toAnswerError(code: number, message: string): OutsideError {
  const error = toProviderError(code, message);
  if (policyOf(code).action !== 'repost') return error;
  return new OutsideError({ service: SERVICE, kind: error.kind, code, message: error.message, retryable: true });
}

function toReadAt(result: unknown, now: Date): Date {
  const readAt = typeof result === 'object' && result !== null ? (result as { datetime?: unknown }).datetime : undefined;
  const at = new Date(typeof readAt === 'string' ? readAt : Number.NaN);
  return at.getTime() <= now.getTime() ? at : now;
}

function tooLarge(): OutsideError {
  return new OutsideError({
    service: SERVICE,
    kind: 'http',
    message: `DataForSEO answered with more than ${ANSWER_BYTES_MAX} bytes`,
    retryable: false,
  });
}
