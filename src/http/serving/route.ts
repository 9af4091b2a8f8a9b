import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, RouteOptions, FastifyRequest } from 'fastify';
import type { Endpoint } from '../endpoint.ts';
import { isKnownTag } from '../answers/etag.ts';
import type { FinalReply } from '../idempotency.ts';
import type { ServedEndpoint } from './served-endpoint.ts';

const packAsync = promisify(gzip);
/** `gzip`, or anything, unless it is refused by `q=0`. */
const TAKES_GZIP = /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/u;

const NOT_MODIFIED = 304;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** One endpoint as a route of the framework. */
export function toRoute(endpoint: Endpoint<never>, { admit, answer, audit }: ServedEndpoint): RouteOptions {
  return {
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    ...(audit === undefined
      ? {}
      : {
          onSend: ({ call }, reply) => audit(call, { status: reply.statusCode, isReplay: reply.hasHeader('idempotency-replayed') }),
        }),
    ...(endpoint.isPacked ? { onSend: makePack() } : {}),
    onRequest: async (request, reply) => {
      request.endpointPath = endpoint.path;
      await admit(request.call, reply);
    },
    handler: async (request, reply) => send(reply, await answer(request.call), request.headers['if-none-match']),
  };
}

function send(reply: FastifyReply, { status, headers, text }: FinalReply, known: string | undefined): FastifyReply {
  if (status === NOT_MODIFIED || isKnownTag(known, headers['etag'])) return reply.code(NOT_MODIFIED).headers(headers).send();
  reply.code(status);
  if (headers['content-type'] === undefined) reply.header('content-type', JSON_TYPE);
  return reply.headers(headers).send(text);
}

/** Sends one body that never changes packed to clients that take it; packed once, for the first of them. */
function makePack() {
  let packed: Promise<Buffer> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
    if (reply.statusCode !== 200 || typeof body !== 'string') return body;
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    if (typeof accepted !== 'string' || !TAKES_GZIP.test(accepted)) return body;
    reply.header('content-encoding', 'gzip');
    return await (packed ??= packAsync(body));
  };
}
