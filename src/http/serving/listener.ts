import cors from '@fastify/cors';
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import type { Config } from '#config';
import type { Spans } from '#kernel/telemetry/spans.ts';
import type { Admission } from '../limits/admission.ts';
import { answerSocketError, readRest, type ArrivalLimits } from './arrival.ts';
import type { Endpoint } from '../endpoint.ts';
import { toErrorReply } from '../errors.ts';
import { BODY_BYTES_MAX, findShapeProblem } from '../input/json-body.ts';
import type { Metrics } from '../metrics.ts';
import { toRequestCall } from './request-call.ts';
import { noteFailure, recordRequest, toRequestId } from './request-log.ts';
import { readSecurityHeaders } from '../answers/security-headers.ts';
import { listShadowed, makeAnswerUnknown } from './unknown-route.ts';
import { toInvalid } from '../input/problems.ts';

const PARAM_LENGTH_MAX = 8192;
const ANSWER_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Cost-USD',
  'X-Cache',
  'Deprecation',
  'Sunset',
];
const REQUEST_HEADERS = ['Content-Type', 'Authorization', 'X-API-Key', 'Idempotency-Key', 'X-Request-Id'];

/** How the framework listens; everything that is not about our endpoints. */
export function listenerOptions({ trustedProxies }: Pick<Config, 'trustedProxies'>, { requestMs }: ArrivalLimits): FastifyServerOptions {
  return {
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: requestMs,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    // Accepted requests are answered, also while the server stops.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, ignoreTrailingSlash: true },
    genReqId: (raw) => toRequestId(raw.headers['x-request-id']),
    frameworkErrors: (error, request, reply) => request.server.answerUnroutable(error, request, reply),
    clientErrorHandler: answerSocketError,
  };
}

interface ListenerParts {
  readonly endpoints: readonly Endpoint<never>[];
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly spans: Spans;
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | undefined;
  readonly hasConsole: boolean;
}

/** What every request passes, whichever endpoint it is for. */
export async function installListener(app: FastifyInstance, parts: ListenerParts): Promise<void> {
  const { endpoints, admission, metrics, spans, corsOrigins, publicUrl, hasConsole } = parts;
  app.decorateRequest('call');
  app.decorateRequest('endpointPath', undefined);
  app.setErrorHandler(sendError);
  acceptJsonOnly(app);
  // Hooks with a callback: every request passes them, and a promise each would cost more than they do.
  app.addHook('onResponse', (request, reply, done) => {
    recordRequest(request, reply, metrics);
    readRest(request.raw);
    done();
  });
  const fixedHeaders = { ...(await readSecurityHeaders(publicUrl)), 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixedHeaders).header('x-request-id', request.id);
    request.call = toRequestCall(request, reply, beginSpan(spans, request));
    // A body of no bytes is no body, whatever its type is said to be.
    if (request.headers['content-length'] === '0') delete request.headers['content-type'];
    done();
  });
  const answerStranger = async (request: FastifyRequest, reply: FastifyReply, answer: () => unknown): Promise<void> => {
    try {
      await admission.admitStranger(request.call, reply);
      answer();
    } catch (error) {
      sendError(error, request, reply);
    }
  };
  app.decorate('answerUnroutable', (error, request, reply) => {
    request.call = toRequestCall(request, reply);
    reply.raw.once('finish', () => recordRequest(request, reply, metrics));
    reply.headers(fixedHeaders).header('x-request-id', request.id);
    void answerStranger(request, reply, () => sendError(error, request, reply));
  });
  if (corsOrigins.length > 0) await app.register(cors, toCorsOptions(corsOrigins));

  const answerUnknown = makeAnswerUnknown(endpoints, hasConsole);
  app.addHook('onRequest', (request, reply, done) => {
    // Before the body is read: an unknown path is 404 whatever is sent to it.
    if (request.is404) void answerStranger(request, reply, () => answerUnknown(request, reply));
    else done();
  });
  for (const { method, path } of listShadowed(endpoints)) {
    // Before the body is read, as for a path that is not there.
    const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      await answerStranger(request, reply, () => answerUnknown(request, reply));
      return reply;
    };
    app.route({ method, url: path, onRequest: refuse, handler: answerUnknown });
  }
  app.setNotFoundHandler(answerUnknown);
}

function beginSpan(spans: Spans, { id, method, headers }: FastifyRequest) {
  const { traceparent } = headers;
  return spans.begin({
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'sightline.request_id': id },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
}

function toCorsOptions(origins: readonly string[]) {
  return {
    origin: origins.includes('*') ? '*' : origins.map((origin) => new URL(origin).origin),
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    strictPreflight: false,
    maxAge: 600,
  };
}

/** Bodies of any type and encoding, handed over as they came. */
export function acceptAnyBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Whatever was thrown, in the one form that errors have. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toErrorReply(error, request.id);
  const { status, headers, body } = answer;
  noteFailure(request.call, error, answer);
  // The framework closes the connection, which breaks it for a client that is still writing; `readRest` ends it instead.
  if (!request.raw.complete) reply.removeHeader('connection');
  return reply.code(status).headers(headers).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** JSON is the only language of bodies; text that the framework would take too is refused. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const problem = findShapeProblem(body as Buffer);
    if (problem) return done(toInvalid([problem]));
    return parseJson(request, body.toString('utf8'), done);
  });
}
