import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#kernel/logger.ts';
import type { OpenSpan } from '#kernel/telemetry/spans.ts';
import type { Call } from '../call.ts';
import { findAddress } from '../callers/client-address.ts';

/** A request of the framework as a call. What is costly to find out is found out when it is asked for. */
export function toRequestCall(request: FastifyRequest, reply: FastifyReply, span?: OpenSpan): Call {
  let signal: AbortSignal | undefined;
  return {
    id: request.id,
    // The framework's logger is the one that was handed to it, with the request id bound.
    log: request.log as Logger,
    span,
    get params() {
      return request.params;
    },
    get query() {
      return request.query;
    },
    get body() {
      return request.body;
    },
    get headers() {
      return request.headers;
    },
    get address() {
      return findAddress(request);
    },
    get peerAddress() {
      return request.socket.remoteAddress;
    },
    get signal() {
      return (signal ??= hangUpSignal(reply));
    },
    caller: undefined,
    actor: undefined,
    auditSubject: undefined,
    failure: undefined,
  };
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
