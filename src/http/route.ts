import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Admission } from './admission.ts';
import { auditCall, isAudited, type RecordAudit } from './audit.ts';
import { ANONYMOUS, findKeyText, unauthorized } from './auth.ts';
import { nameOf } from './caller.ts';
import { withoutCost } from './cost-headers.ts';
import type { Endpoint } from './endpoint.ts';
import { toErrorReply } from './errors.ts';
import { makeFinalize } from './finalize.ts';
import { parseIdempotencyKey, runOnce, type FinalReply, type IdempotencyTools, type IdempotentRequest } from './idempotency.ts';
import { isIdempotent } from './openapi/operation.ts';
import { makeParseInput } from './parse-input.ts';
import { makePack } from './pack.ts';
import { noteFailure } from './request-log.ts';
import { makeRequestContext, runForRequest, type ScopeParts } from './scope.ts';

export interface RouteParts<Context> extends ScopeParts, IdempotencyTools {
  readonly context: Context;
  readonly admission: Admission;
  readonly audit: RecordAudit | undefined;
}

/** One endpoint as a route: admitted before the body is read, parsed, run, checked, answered. */
export function toRoute<Context extends object>(endpoint: Endpoint<Context>, parts: RouteParts<Context>): RouteOptions {
  const parseInput = makeParseInput(endpoint);
  const finalize = makeFinalize(endpoint);
  const honoursKey = isIdempotent(endpoint);
  const extraHeaders = Object.entries(deprecationHeaders(endpoint));
  const record = isAudited(endpoint) ? parts.audit : undefined;

  return {
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    ...(record === undefined ? {} : { onSend: (request, reply) => auditCall(endpoint, { request, reply, record }) }),
    ...(endpoint.isPacked ? { onSend: makePack() } : {}),
    onRequest: async (request, reply) => {
      request.endpointPath = endpoint.path;
      for (const [name, value] of extraHeaders) reply.header(name, value);
      request.caller = await parts.admission.admit(endpoint, request, reply);
      await verifyCaller(endpoint, parts, { request, reply });
    },
    handler: (request, reply) => runForRequest(request, () => answer(request, reply)),
  };

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { params, query, body, caller = ANONYMOUS } = request;
    const { select, ...input } = parseInput({ params, query, body, caller });
    const context = makeRequestContext(parts.context, request, reply, parts);
    const run = async (): Promise<FinalReply> => {
      const given = await endpoint.handle(context, input as never);
      if (record !== undefined) request.auditSubject = endpoint.subjectOf?.(input as never, given.body as never);
      return finalize(given, select);
    };
    const key = honoursKey ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined;
    if (key === undefined) return send(reply, await run());
    const kept = toIdempotentRequest(endpoint, request, key);
    const { reply: final, isReplay } = await runOnce(parts, kept, () => settle(request, run));
    if (!isReplay) return send(reply, final);
    reply.header('idempotency-replayed', 'true');
    return send(reply, { ...final, headers: withoutCost(final.headers) });
  }
}

/** Whoever fails is counted like a stranger, so that secrets cannot be tried out. */
async function verifyCaller<Context extends object>(
  { verify }: Endpoint<Context>,
  { context, admission }: RouteParts<Context>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  if (verify === undefined || (await verify(context, request.query as Record<string, unknown>))) return;
  await admission.admitStranger(request, reply);
  throw unauthorized();
}

/** A failure is an answer too, and is kept like one. */
async function settle(request: FastifyRequest, run: () => Promise<FinalReply>): Promise<FinalReply> {
  try {
    return await run();
  } catch (error) {
    const answer = toErrorReply(error, request.id);
    noteFailure(request, error, answer);
    return { status: answer.status, headers: answer.headers, text: JSON.stringify(answer.body) };
  }
}

function toIdempotentRequest(endpoint: Endpoint<never>, request: FastifyRequest, key: string): IdempotentRequest {
  const { api_key: _key, ...query } = request.query as Record<string, unknown>;
  return {
    callerId: nameOf(request.caller ?? ANONYMOUS),
    method: request.method,
    path: toOnePath(endpoint, request.params as Readonly<Record<string, string>>),
    key,
    content: { query, body: request.body },
    sealedWith: endpoint.hasSecretReply ? findKeyText(request) : undefined,
  };
}

/** The path in its one spelling: clients may write it with escapes and a slash at the end. */
function toOnePath({ path }: Endpoint<never>, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/gu, (_placeholder, name: string) => encodeURIComponent(params[name] ?? ''));
}

const JSON_TYPE = 'application/json; charset=utf-8';

function send(reply: FastifyReply, { status, headers, text }: FinalReply): FastifyReply {
  reply.code(status);
  if (headers['content-type'] === undefined) reply.header('content-type', JSON_TYPE);
  reply.headers(headers);
  return reply.send(text);
}

/** RFC 9745 and RFC 8594 (decisions, section 9). */
function deprecationHeaders({ deprecated }: Endpoint<never>): Record<string, string> {
  if (!deprecated) return {};
  const since = Math.floor(Date.parse(deprecated.since) / 1000);
  return { deprecation: `@${since}`, sunset: new Date(deprecated.sunset).toUTCString() };
}
