import type { Readable } from 'node:stream';
import { request as undiciRequest, type Dispatcher } from 'undici';
import { OutsideError } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { NO_SPANS, type Spans } from '#kernel/telemetry/spans.ts';
import { findScope, runInScope, type WorkScope } from '#kernel/work-scope.ts';
import { findUrlProblem } from './address-check.ts';
import { makeGuardedAgent, makePageAgent, type PageRoute } from './http-client-agent.ts';
import { skipBody, takeBody, type BodyLimits } from './http-client-body.ts';
import { firstOf, NoSlotError, toOutsideError, toStatusError, type HttpHeaders } from './http-errors.ts';
import { callSeconds, callWaitSeconds } from './measures.ts';
import { makeCallLimiter, type CallLimiter } from './limits/call-limiter.ts';

const TIMEOUT_MS = 30_000;
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;
const FIRST_ERROR_STATUS = 400;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

export interface HttpRequest {
  /** Identifier of the outside service: in errors, in log lines, and to find its limits. */
  readonly service: string;
  /** Class of endpoint in the limits of its service. */
  readonly rateClass?: string | undefined;
  /** What the call is measured as: one of few names that the code knows, never an address. */
  readonly endpoint?: string | undefined;
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A stream is sent once, and ends with the call. */
  readonly body?: string | Buffer | Readable | undefined;
  /** The call is given up, unmade, when it has waited so long for its slot; without a limit by default. */
  readonly slotWaitMsMax?: number | undefined;
  /** From sending to the last byte of the answer, all hops together; 30 s unless said otherwise. */
  readonly timeoutMs?: number | undefined;
  /** Counted as received and as unpacked; 32 MiB unless said otherwise. */
  readonly responseBytesMax?: number | undefined;
  /** Hops of a GET that are followed; none unless said otherwise, and then the 3xx answer comes back. */
  readonly redirectsMax?: number | undefined;
  /**
   * A page of the web, whose URL came from a request or another page: nothing private is called, not even
   * what is allowed for our own services, and it goes the way of pages (`HttpClientOptions.pages`).
   */
  readonly isPage?: boolean | undefined;
  /**
   * An address that people entered as theirs: nothing private is called but `othersPrivateOrigins`, and log lines have its host alone,
   * because the rest of it may be all that it takes to write there.
   */
  readonly isOthers?: boolean | undefined;
  /** The body ends at `responseBytesMax`, and a longer one is no failure. */
  readonly cutsBody?: boolean | undefined;
  /** Where the body may end before its limit (`BodyLimits`). What is beyond is left unread. */
  readonly findEnd?: BodyLimits['findEnd'];
  /** Whether the body of such an answer is worth reading; it is empty when not. Every body is unless given. */
  readonly wantsBody?: ((status: number, headers: HttpHeaders) => boolean) | undefined;
  /** The caller reads failed answers itself: statuses of 400 and above do not throw. */
  readonly readsFailures?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Runs when the call has its slot, before anything is sent. A call that ends without it, or by what it throws, was not made. */
  readonly onSend?: (() => void | Promise<void>) | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly headers: HttpHeaders;
  /** Unpacked. */
  readonly body: Buffer;
  /** The body as it came over the line, packed or not. */
  readonly received: Buffer;
  /** The body went on beyond the limit. */
  readonly isCut: boolean;
}

/** The one door to the outside. */
export interface HttpClient {
  /**
   * Makes one call: within its limits, to public addresses only, with a deadline and a size limit. Never retries.
   * The time limit of a step does not run while it waits for its slot.
   * @throws OutsideError for every failure; the reason of `signal` when the caller gave up
   * @throws NoSlotError after `slotWaitMsMax`
   */
  request(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly logger: Logger;
  /** Origins of services that the operator named and that may be private, for example the sandbox's. */
  readonly allowedPrivateOrigins: readonly string[];
  /** The same for addresses that people entered: the sandbox's. */
  readonly othersPrivateOrigins?: readonly string[] | undefined;
  /** How pages are reached; straight, unless given. */
  readonly pages?: PageRoute | undefined;
  readonly callLimiter?: CallLimiter | undefined;
  /** None unless traces are on. Nothing of them is sent to outside services. */
  readonly spans?: Spans | undefined;
  /** Sees the headers of every answer. */
  readonly onResponse?: ((service: string, headers: HttpHeaders) => void) | undefined;
}

export function makeHttpClient(options: HttpClientOptions): HttpClient {
  const { logger, allowedPrivateOrigins, pages = {}, callLimiter = makeCallLimiter(), spans = NO_SPANS, onResponse } = options;
  const ownServices = makeGuardedAgent(allowedPrivateOrigins, callLimiter.noteHeldUp);
  const webPages = makePageAgent(pages);
  const others = makeGuardedAgent(options.othersPrivateOrigins ?? []);
  const agentOf = ({ isPage, isOthers }: HttpRequest): Dispatcher =>
    isPage === true ? webPages : isOthers === true ? others : ownServices;

  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const startedAt = performance.now();
    const log = (outcome: object): void =>
      logger.debug(
        { service: request.service, to: addressOf(request), ms: Math.round(performance.now() - startedAt), ...outcome },
        'outside call',
      );
    try {
      request.signal?.throwIfAborted();
      await request.onSend?.();
      callLimiter.noteHeldUp(performance.now() - startedAt);
      const response = await withDeadline(request, (signal) => follow(request, agentOf(request), signal));
      log({ status: response.status, bytes: response.body.length });
      onResponse?.(request.service, response.headers);
      if (response.status >= FIRST_ERROR_STATUS && request.readsFailures !== true)
        throw toStatusError(request.service, response.status, response.headers);
      return response;
    } catch (error) {
      if (request.signal?.aborted === true) throw request.signal.reason;
      const failure = toOutsideError(request.service, error);
      log({ failure: failure.kind, error: failure.message });
      throw failure;
    }
  };

  return {
    request: async (request) => {
      const { service, rateClass } = request;
      const askedAt = performance.now();
      // A slot may be given in the course of another call: this one stays on its own account.
      const scope = findScope();
      const wait = beginWait(request, scope);
      const withSlot = (): Promise<HttpResponse> => {
        wait.end();
        callWaitSeconds.record((performance.now() - askedAt) / 1_000, { service, class: rateClass ?? 'none' });
        return runInScope(scope, () => watchCall(spans, request, () => send(request)));
      };
      try {
        return await callLimiter.run({ service, class: rateClass, signal: wait.signal }, withSlot);
      } finally {
        wait.end();
      }
    },
    close: async () => {
      await Promise.all([ownServices, webPages, others].map((agent) => agent.destroy()));
    },
  };
}

/** The wait of a call for its slot. While it lasts the work that makes the call uses none of its time. */
function beginWait(
  { service, signal, slotWaitMsMax }: HttpRequest,
  scope: WorkScope | undefined,
): { signal: AbortSignal | undefined; end(): void } {
  const startClock = scope?.stopClock?.();
  if (slotWaitMsMax === undefined) return { signal, end: () => startClock?.() };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new NoSlotError(service, slotWaitMsMax)), slotWaitMsMax);
  return {
    signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    end: () => {
      clearTimeout(timer);
      startClock?.();
    },
  };
}

async function watchCall(spans: Spans, request: HttpRequest, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const { service, method = 'GET', endpoint = 'other' } = request;
  const startedAt = performance.now();
  const attributes = {
    'http.request.method': method,
    'server.address': URL.parse(request.url)?.hostname,
    'sightline.service': service,
    'sightline.endpoint': endpoint,
  };
  let outcome = 'ok';
  try {
    return await spans.run({ name: `${method} ${service} ${endpoint}`, kind: 'client', attributes }, async (span) => {
      const response = await send();
      span?.set({ 'http.response.status_code': response.status });
      if (response.status >= FIRST_ERROR_STATUS) {
        outcome = `http_${Math.floor(response.status / 100)}xx`;
        span?.fail(`HTTP ${response.status}`);
      }
      return response;
    });
  } catch (error) {
    outcome = request.signal?.aborted === true ? 'given_up' : toOutsideError(service, error).kind;
    throw error;
  } finally {
    callSeconds.record((performance.now() - startedAt) / 1_000, { service, endpoint, outcome });
  }
}

/** Runs the call with a signal that fires at the deadline or when the caller gives up. */
async function withDeadline<Result>(request: HttpRequest, call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { service, signal, timeoutMs = TIMEOUT_MS } = request;
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => controller.abort(new OutsideError({ service, kind: 'timeout', message: `${service} did not answer within ${timeoutMs} ms` })),
    timeoutMs,
  );
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    if (signal?.aborted === true) giveUp();
    return await call(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function follow(first: HttpRequest, agent: Dispatcher, signal: AbortSignal): Promise<HttpResponse> {
  let request = first;
  for (let hopsLeft = first.redirectsMax ?? 0; ; hopsLeft -= 1) {
    const response = await exchange(request, agent, signal);
    const location = firstOf(response.headers.location);
    const isRedirect = REDIRECT_STATUSES.has(response.status) && location !== undefined && (request.method ?? 'GET') === 'GET';
    if (!isRedirect || first.redirectsMax === undefined || first.redirectsMax === 0) return response;
    if (hopsLeft === 0)
      throw new OutsideError({
        service: first.service,
        kind: 'http',
        message: `${first.service} redirects more than ${first.redirectsMax} times`,
        retryable: false,
      });
    request = toNextHop(request, location);
  }
}

/** Credentials stay with the origin that they were meant for. */
function toNextHop(request: HttpRequest, location: string): HttpRequest {
  const url = URL.parse(location, request.url);
  if (url === null)
    throw new OutsideError({
      service: request.service,
      kind: 'http',
      message: `${request.service} redirects to no address`,
      retryable: false,
    });
  const isSameOrigin = url.origin === new URL(request.url).origin;
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => isSameOrigin || !CREDENTIAL_HEADERS.has(name.toLowerCase()));
  return { ...request, url: url.href, headers: Object.fromEntries(headers) };
}

async function exchange(request: HttpRequest, agent: Dispatcher, signal: AbortSignal): Promise<HttpResponse> {
  const { service, url, method = 'GET', headers, body, responseBytesMax = RESPONSE_BYTES_MAX, cutsBody = false, findEnd } = request;
  const problem = request.isPage === true ? findUrlProblem(url) : undefined;
  if (problem !== undefined) throw new OutsideError({ service, kind: 'blocked_address', message: `${service}: the address ${problem}` });
  const { statusCode, ...response } = await undiciRequest(url, {
    dispatcher: agent,
    method,
    headers: { 'accept-encoding': 'gzip', ...headers },
    body: body ?? null,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const isWanted = request.wantsBody?.(statusCode, response.headers) ?? true;
  const taken = isWanted
    ? await takeBody(response.body, response.headers, { service, bytesMax: responseBytesMax, cutsBody, findEnd })
    : await skipBody(response.body, response.headers);
  return { status: statusCode, url, headers: response.headers, ...taken };
}

/** An address without its query, which may carry keys. */
function addressOf({ url, isOthers }: HttpRequest): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '';
  return isOthers === true ? parsed.origin : `${parsed.origin}${parsed.pathname}`;
}
