import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { makeRedact } from '#kernel/telemetry/redact.ts';
import type { Call } from '../call.ts';
import type { ErrorReply } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

/** What the engine keeps on a request of the framework. */
declare module 'fastify' {
  interface FastifyRequest {
    call: Call;
    /** Path of the endpoint, with `{name}` parameters; none for what reaches no endpoint. */
    endpointPath: string | undefined;
  }
  interface FastifyInstance {
    /** Answers what the router gives up before any hook has seen it. */
    answerUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
  }
}

const ID_PATTERN = /^[\w.:-]{1,100}$/u;
const URL_LENGTH_MAX = 2000;
const FIRST_SERVER_ERROR = 500;

/** The caller's own request id when it is harmless, else a new one. */
export function toRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && ID_PATTERN.test(header) ? header : newId('req_');
}

const redactShapes = makeRedact();

/** The address without what looks like a secret. One that is too long ends before a part that would be cut in two. */
export function redactUrl(url: string): string {
  const clean = redactShapes(url);
  return clean.length <= URL_LENGTH_MAX ? clean : clean.slice(0, URL_LENGTH_MAX).replace(/[^/?&]*$/u, '');
}

/** One line and one measurement per request, when the answer has gone. */
export function recordRequest(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const status = reply.statusCode;
  const durationMs = reply.elapsedTime;
  const route = request.endpointPath ?? 'unknown';
  metrics.recordRequest({ route, method: request.method, status, durationMs });
  endSpan(request, status);
  const { call } = request;
  if (!call.log.isLevelEnabled('info')) return;
  call.log.info(
    {
      method: request.method,
      url: redactUrl(request.url),
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      caller: call.caller?.id,
      address: call.address,
      error: call.failure,
    },
    'request',
  );
}

/** The address is left out: its path is the route's, and its query may hold a key. */
function endSpan({ method, endpointPath, call: { span, caller, failure } }: FastifyRequest, status: number): void {
  if (span === undefined) return;
  if (endpointPath !== undefined) span.rename(`${method} ${endpointPath}`);
  span.set({ 'http.route': endpointPath, 'http.response.status_code': status, 'sightline.caller': caller?.id });
  if (status >= FIRST_SERVER_ERROR) span.fail(failure ?? '');
  span.end();
}

const NOT_IMPLEMENTED = 501;

/** What went wrong goes to the log: in full when it is our fault, by its short text when it is the caller's or known beforehand. */
export function noteFailure(call: Call, error: unknown, { status, body }: Pick<ErrorReply, 'status' | 'body'>): void {
  // The framework's own messages repeat the address, key and all.
  call.failure = status < 500 ? body.error : error instanceof AppError ? error.error : messageOf(error);
  if (status >= FIRST_SERVER_ERROR && status !== NOT_IMPLEMENTED) call.log.error({ err: error }, 'request failed');
}
