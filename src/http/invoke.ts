import { newId } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Credentials } from './callers/credentials.ts';
import type { Call } from './call.ts';
import type { Caller } from './caller.ts';
import type { Endpoint } from './endpoint.ts';
import type { FinalReply } from './idempotency.ts';
import { JSON_TYPE } from './serving/route.ts';
import type { ServedEndpoint } from './serving/served-endpoint.ts';
import { settle } from './settle.ts';

/** What is called with. Nothing of it is needed. */
export interface CallInput {
  /** Values of the path's `{name}` parameters, as text and not escaped. */
  readonly params?: Readonly<Record<string, string>>;
  /** As text, a list for what is given more than once. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * A value of JSON, or bytes where the endpoint takes them. Its size is for the caller to bound, who
   * reads it (`json-body.ts`).
   */
  readonly body?: unknown;
  /** Names in lower case: a key, `idempotency-key`. */
  readonly headers?: Credentials['headers'];
  /** Where the call came from; calls without a caller count for it. */
  readonly address?: string;
  /** A new one unless given. */
  readonly requestId?: string;
  /** Aborts when the answer is not wanted any more. */
  readonly signal?: AbortSignal;
}

/**
 * Calls an endpoint inside the process: admitted, counted, parsed, kept for an `Idempotency-Key`, checked
 * and audited as over HTTP, with the same answer. Failures are answers too.
 * @param caller known already, for example by a session; undefined: as the headers say
 * @throws TypeError when the server does not serve the endpoint, or it takes only WebSocket connections
 */
export type Invoke = (endpoint: Endpoint<never>, caller: Caller | undefined, input?: CallInput) => Promise<FinalReply>;

export function makeInvoke(served: ReadonlyMap<Endpoint<never>, ServedEndpoint>, logger: Logger): Invoke {
  return async (endpoint, caller, input = {}) => {
    const target = served.get(endpoint);
    if (!target) throw new TypeError(`${endpoint.method} ${endpoint.path} is not served to calls`);
    const call = toCall(input, caller, logger);
    const headers: Record<string, string> = { 'content-type': JSON_TYPE, 'x-request-id': call.id };
    const reply = await settle(call, async () => {
      await target.admit(call, { header: (name, value) => (headers[name] = String(value)) });
      return await target.answer(call);
    });
    await target.audit?.(call, { status: reply.status, isReplay: 'idempotency-replayed' in reply.headers });
    return { ...reply, headers: { ...headers, ...reply.headers } };
  };
}

function toCall(input: CallInput, known: Caller | undefined, logger: Logger): Call {
  const { params = {}, query = {}, body, headers = {}, address = 'unknown', requestId: id = newId('req_'), signal } = input;
  return {
    id,
    params,
    query,
    body,
    headers,
    address,
    peerAddress: undefined,
    signal: signal ?? new AbortController().signal,
    log: logger.child({ request_id: id }),
    span: undefined,
    known,
    caller: undefined,
    actor: undefined,
    auditSubject: undefined,
    failure: undefined,
  };
}
