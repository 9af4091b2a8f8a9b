import { OutsideError } from '#kernel/errors.ts';
import { isPacked, unpackBytes } from '#kernel/packed-bytes.ts';
import { NO_SEARCH_RESULTS, policyOf, SERVICE, toProviderError } from './errors.ts';
import type { QueuedSerpAnswer, ReadySerp, SerpRequest } from './index.ts';
import { toEmptyPage, toSerpPage } from './mapper.ts';
import { countSurprise } from './unknown-item-types.ts';
import { EnvelopeWire, ReadyTaskWire, type SerpResultWire, type TaskWire } from './wire.ts';

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const TASK_ENDPOINT = /^\/v3\/serp\/[a-z_]+\/[a-z_]+\/task_get\/advanced\/[A-Za-z0-9-]{1,100}$/u;

/** Whether an answer of the queue can be collected there: an answer cannot lead to another service. */
export function isTaskEndpoint(endpoint: string): boolean {
  return TASK_ENDPOINT.test(endpoint);
}

/**
 * Reads an answer of the queue: one task, done or not.
 * @param body gzip or plain
 * @param now the moment of reading, when the answer has none
 * @throws OutsideError for everything that is no result page (`SerpQueue.readSerpAnswer`)
 */
export async function readQueuedAnswer(body: Buffer, request: SerpRequest, now: Date): Promise<QueuedSerpAnswer> {
  const task = readTask(await unpack(body));
  const result = task.result?.[0];
  if (task.status_code !== NO_SEARCH_RESULTS && policyOf(task.status_code).group !== 'ok')
    throw toAnswerError(task.status_code, task.status_message ?? '');
  const page = task.status_code === NO_SEARCH_RESULTS ? toEmptyPage(result, request) : toSerpPage(result, request, countSurprise);
  const tag = typeof task.data?.tag === 'string' ? task.data.tag : undefined;
  return { ...page, taskId: task.id ?? '', tag, fetchedAt: toReadAt(result, now), provider: 'dataforseo' };
}

/** Tasks whose answer can be collected; rows of other kinds of answers are passed over. */
export function readReadyTasks(rows: readonly unknown[]): ReadySerp[] {
  return rows.flatMap((row) => {
    const parsed = ReadyTaskWire.safeParse(row);
    if (!parsed.success) return [];
    const { id, tag, se, se_type: type, endpoint_advanced: named } = parsed.data;
    // The list has been seen to name the address of another task.
    const endpoint = named?.endsWith(`/${id}`) === true ? named : `/v3/serp/${se ?? ''}/${type ?? ''}/task_get/advanced/${id}`;
    return isTaskEndpoint(endpoint) ? [{ taskId: id, tag: tag ?? undefined, endpoint }] : [];
  });
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
    throw damaged('its packed data is damaged', error);
  }
}

function readTask(text: Buffer): TaskWire {
  const envelope = EnvelopeWire.safeParse(parseJson(text));
  if (!envelope.success) throw damaged('it is not the documented envelope');
  const { status_code: code, status_message: message, tasks } = envelope.data;
  const task = tasks?.[0];
  if (task !== undefined) return task;
  if (policyOf(code).group === 'ok') throw damaged('it holds no task');
  throw toAnswerError(code, message ?? '');
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw damaged('it is no JSON', error);
  }
}

/** An expired answer is retryable: posting again gives a new one. */
function toAnswerError(code: number, message: string): OutsideError {
  const error = toProviderError(code, message);
  if (policyOf(code).action !== 'repost') return error;
  return new OutsideError({ service: SERVICE, kind: error.kind, code, message: error.message, retryable: true });
}

/** When the provider read the page. */
function toReadAt(result: unknown, now: Date): Date {
  const readAt = typeof result === 'object' && result !== null ? (result as SerpResultWire).datetime : undefined;
  const at = new Date(typeof readAt === 'string' ? readAt : Number.NaN);
  return at.getTime() <= now.getTime() ? at : now;
}

function damaged(why: string, cause?: unknown): OutsideError {
  return new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave an unreadable answer: ${why}`, cause });
}

function tooLarge(): OutsideError {
  return new OutsideError({
    service: SERVICE,
    kind: 'http',
    message: `DataForSEO answered with more than ${ANSWER_BYTES_MAX} bytes`,
    retryable: false,
  });
}
