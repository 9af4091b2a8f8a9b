import type { HttpClient, HttpResponse } from '../http-client.ts';
import { parseRetryAfter, toStatusError } from '../http-errors.ts';
import { providerTasks } from '../measures.ts';
import { toEndpointLabel } from './endpoints.ts';
import type { ProviderClock } from './provider-clock.ts';
import { credentialsMissing, policyOf, SERVICE, toProviderError, unreadable } from './errors.ts';
import { EnvelopeWire, type TaskWire } from './wire.ts';

const FIRST_ERROR_STATUS = 400;
/** The provider works up to 120 s on a live call and charges it whether or not we still listen. */
const LIVE_TIMEOUT_MS = 130_000;
const TIMEOUT_MS = 30_000;
/** Answers that refuse a request are short: longer ones are not read to find out. */
const REFUSAL_BYTES_MAX = 4_096;

export interface ProviderCredentials {
  readonly login: string | undefined;
  readonly password: string | undefined;
  readonly baseUrl: string;
}

/** What became of one task. */
export interface TaskAnswer {
  /** The task was done; what it gave is in `result`. */
  readonly ok: boolean;
  readonly code: number;
  readonly message: string;
  /** The provider's price; `undefined` when the answer has none. */
  readonly costUsd: number | undefined;
  /** `null` also for "nothing known". */
  readonly result: readonly unknown[] | null;
  readonly taskId: string | undefined;
  readonly retryAfterMs: number | undefined;
}

export interface CallOptions {
  /** Class of endpoint in `call-limits.ts`; `live` ones have the long time limit. */
  readonly rateClass: string;
  readonly signal?: AbortSignal | undefined;
  readonly slotWaitMsMax?: number | undefined;
  /** Runs when the call has its slot, before anything is sent. */
  readonly onSend?: (() => void | Promise<void>) | undefined;
  /** Gets the whole answer first of all. */
  readonly onResponse?: ((response: HttpResponse) => void) | undefined;
}

export interface ProviderClient {
  readonly isConfigured: boolean;
  /** @throws OutsideError `credentials_missing`, naming the absent variables */
  requireCredentials(): void;
  /**
   * Posts tasks and says for each what became of it, in their order; `undefined`: the answer does not
   * include it.
   * @param tasks with a `tag` of their own when there are several
   * @throws OutsideError when no answer came or none that can be read
   */
  call(path: string, tasks: readonly ProviderTask[], options: CallOptions): Promise<(TaskAnswer | undefined)[]>;
  /**
   * Reads an answer to one task that came earlier, as `call` reads it.
   * @throws OutsideError when it cannot be read
   */
  readAnswer(response: HttpResponse, task: ProviderTask): TaskAnswer;
  /**
   * Asks for what the provider has: free, and it may be asked again.
   * @throws OutsideError when no answer came or none that can be read
   */
  get(path: string, options: CallOptions): Promise<TaskAnswer>;
  /**
   * As `get`, but unread and as it came.
   * @throws OutsideError also when the request as a whole was refused
   */
  download(path: string, options: CallOptions): Promise<Buffer>;
  /**
   * As `call`, or as `get` without tasks: the whole answer, whatever it says.
   * @throws OutsideError when it is no answer of the provider
   */
  relay(path: string, options: CallOptions, tasks?: readonly ProviderTask[]): Promise<unknown>;
}

export type ProviderTask = Readonly<Record<string, unknown>>;

export interface ProviderClientOptions {
  readonly http: HttpClient;
  readonly credentials: ProviderCredentials;
  /** Learns from every answer. */
  readonly theirClock?: Pick<ProviderClock, 'note'> | undefined;
}

/** A thin client of the provider's v3 API: tasks in, one verdict per task out. Never retries. */
export function makeProviderClient({ http, credentials, theirClock }: ProviderClientOptions): ProviderClient {
  const { login, password } = credentials;
  const baseUrl = credentials.baseUrl.replace(/\/+$/u, '');
  const missing = [...(login === undefined ? ['DATAFORSEO_LOGIN'] : []), ...(password === undefined ? ['DATAFORSEO_PASSWORD'] : [])];
  const authorization = `Basic ${Buffer.from(`${login ?? ''}:${password ?? ''}`).toString('base64')}`;

  const requireCredentials = (): void => {
    if (missing.length > 0) throw credentialsMissing(missing);
  };

  const send = async (
    path: string,
    { rateClass, onResponse, ...options }: CallOptions,
    tasks?: readonly ProviderTask[],
  ): Promise<HttpResponse> => {
    requireCredentials();
    const response = await http.request({
      service: SERVICE,
      rateClass,
      endpoint: toEndpointLabel(path),
      url: baseUrl + path,
      headers: { authorization, accept: 'application/json', ...(tasks ? { 'content-type': 'application/json' } : {}) },
      ...(tasks ? { method: 'POST', body: JSON.stringify(tasks) } : {}),
      timeoutMs: rateClass.endsWith('live') ? LIVE_TIMEOUT_MS : TIMEOUT_MS,
      readsFailures: true,
      ...options,
    });
    theirClock?.note(response.headers);
    onResponse?.(response);
    return response;
  };

  return {
    isConfigured: missing.length === 0,
    requireCredentials,
    call: async (path, tasks, options) => {
      const answers = readAnswers(await send(path, options, tasks), tasks);
      countTasks(path, answers);
      return answers;
    },
    readAnswer: readOnly,
    get: async (path, options) => {
      const answer = readOnly(await send(path, options), {});
      countTasks(path, [answer]);
      return answer;
    },
    download: async (path, options) => {
      const response = await send(path, options);
      if (response.status >= FIRST_ERROR_STATUS || response.body.length <= REFUSAL_BYTES_MAX) requireAccepted(response);
      return response.received;
    },
    relay: async (path, options, tasks) => {
      const response = await send(path, options, tasks);
      readEnvelope(response);
      return parseJson(response.body);
    },
  };
}

/** By the provider's own verdict: an HTTP answer of 200 may hold nothing but refusals. */
function countTasks(path: string, answers: readonly (TaskAnswer | undefined)[]): void {
  const endpoint = toEndpointLabel(path);
  for (const answer of answers)
    providerTasks.add(1, { endpoint, outcome: answer === undefined ? 'unanswered' : policyOf(answer.code).group });
}

/** @throws OutsideError when the answer includes no task at all */
function requireAccepted(response: HttpResponse): void {
  const { status_code: code, status_message: message, tasks } = readEnvelope(response);
  if ((tasks ?? []).length === 0) throw toProviderError(code, message ?? '', parseRetryAfter(response.headers));
}

function readAnswers(response: HttpResponse, tasks: readonly ProviderTask[]): (TaskAnswer | undefined)[] {
  const envelope = readEnvelope(response);
  const answered = envelope.tasks ?? [];
  if (answered.length === 0) {
    const verdict: TaskWire = { status_code: envelope.status_code, status_message: envelope.status_message, cost: envelope.cost };
    if (policyOf(verdict.status_code).group === 'ok') throw unreadable('it holds no task');
    return tasks.map(() => toAnswer(verdict, response));
  }
  const byTag = new Map(answered.flatMap((task) => (typeof task.data?.tag === 'string' ? [[task.data.tag, task] as const] : [])));
  return tasks.map((task, at) => {
    const sameIndex = answered[at];
    // Where the order is all there is to go by, and cannot be wrong.
    const isMeant = tasks.length === 1 || (answered.length === tasks.length && typeof sameIndex?.data?.tag !== 'string');
    const found = byTag.get(String(task['tag'])) ?? (isMeant ? sameIndex : undefined);
    return found && toAnswer(found, response);
  });
}

function readOnly(response: HttpResponse, task: ProviderTask): TaskAnswer {
  const [answer] = readAnswers(response, [task]);
  if (answer === undefined) throw unreadable('it holds no task');
  return answer;
}

function readEnvelope(response: HttpResponse): EnvelopeWire {
  const isFailure = response.status >= FIRST_ERROR_STATUS;
  const parsed = EnvelopeWire.safeParse(parseJson(response.body));
  if (!parsed.success)
    throw isFailure ? toStatusError(SERVICE, response.status, response.headers) : unreadable('it is not the documented envelope');
  const isContradiction =
    isFailure &&
    policyOf(parsed.data.status_code).group === 'ok' &&
    !parsed.data.tasks?.some((task) => policyOf(task.status_code).group !== 'ok');
  if (isContradiction) throw toStatusError(SERVICE, response.status, response.headers);
  return parsed.data;
}

/** Gateways answer in HTML: no JSON is no envelope. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function toAnswer(task: TaskWire, response: HttpResponse): TaskAnswer {
  const { group } = policyOf(task.status_code);
  return {
    ok: group === 'ok',
    code: task.status_code,
    message: task.status_message ?? '',
    costUsd: task.cost ?? (group === 'ok' ? undefined : 0),
    result: task.result ?? null,
    taskId: task.id ?? undefined,
    retryAfterMs: parseRetryAfter(response.headers),
  };
}
