import { ApiError, UNREACHED } from './api-error.ts';

const ACCEPTED = 202;
const NOT_MODIFIED = 304;

/** Answers that say that the service goes on with what was asked for. */
const accepted = new WeakSet<object>();

/** Whether an answer only says that something has begun. */
export function isAccepted(answer: object): boolean {
  return accepted.has(answer);
}

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response?: Response | undefined;
}

/** A function of the generated client. What it is given may have headers beside. */
export type Operation<Options, Data> = (options: Options) => Promise<Answer<Data>>;

/** An answer that was given before, and its version as the service named it. */
export interface Known<Data> {
  readonly data: Data;
  readonly tag: string;
}

export interface AskOptions<Data> {
  /** Given again when it has not changed: the service then sends nothing. The browser itself keeps no answer. */
  readonly known?: Known<NonNullable<Data>> | undefined;
  /** Called with the version of an answer that has one. */
  readonly onTag?: ((tag: string) => void) | undefined;
}

/**
 * Calls a function of the generated client, once.
 * @throws ApiError what the service said when it refused or failed; status 0 when it did not answer
 */
export async function askOnce<Options, Data>(
  operation: Operation<Options, Data>,
  options: Options,
  { known, onTag }: AskOptions<Data> = {},
): Promise<NonNullable<Data>> {
  const given = known ? { ...options, headers: { 'If-None-Match': known.tag } } : options;
  const { data, error, response } = await operation(given).catch((): Answer<Data> => ({}));
  if (known && response?.status === NOT_MODIFIED) return known.data;
  if (response?.ok && data !== undefined && data !== null) {
    const tag = onTag && response.headers.get('etag');
    if (tag) onTag(tag);
    if (response.status === ACCEPTED && typeof data === 'object') accepted.add(data);
    return data;
  }
  if (!response || isOfGateway(response)) throw new ApiError({ status: UNREACHED });
  throw new ApiError({ status: response.status, body: error, retryAfterMs: readRetryAfterMs(response) });
}

const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/** What stands before a service answers for it, with a page of its own, when the service does not. */
export function isOfGateway({ status, headers }: Response): boolean {
  return status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT && headers.get('content-type')?.includes('json') !== true;
}

const SECOND_MS = 1000;

function readRetryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(1, seconds) * SECOND_MS : undefined;
}
