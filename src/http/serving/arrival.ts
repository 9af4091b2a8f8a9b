import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { newId } from '#kernel/ids.ts';
import { boundConnections, makeIsShared } from '../limits/connections.ts';
import { routeDetached } from './detached.ts';
import { toSocketErrorReply, type ErrorReply } from '../errors.ts';

/** What a client may take while its request arrives. */
export interface ArrivalLimits {
  /** For the whole request. */
  readonly requestMs: number;
  readonly headersMs: number;
  /** How often both are looked at, and so how late they may be noticed. */
  readonly checkMs: number;
  /** Connections of one address at once; proxies and this machine have no limit. */
  readonly connectionsMax: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { requestMs: 30_000, headersMs: 15_000, checkMs: 1_000, connectionsMax: 1_000 };

/** What is still taken of a body that was answered before it had arrived. */
const REST = { bytesMax: 8 * 1_048_576, msMax: 2_000, checkMs: 50 } as const;

/**
 * Reads the rest of a body and throws it away, once its request is answered. A client that is still writing would otherwise
 * find its connection broken, and not the answer (RFC 9112, section 9.6). What is longer is cut off.
 */
export function readRest(request: IncomingMessage): void {
  const { socket } = request;
  // A request that is handed in without a connection has nothing to read.
  if (request.complete || !(socket instanceof Socket) || socket.destroyed) return;
  const [bytesEnd, msEnd] = [socket.bytesRead + REST.bytesMax, performance.now() + REST.msMax];
  request.resume();
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > bytesEnd || performance.now() > msEnd;
    if (isOver && !request.complete) socket.destroy();
    if (isOver || request.complete || socket.destroyed) clearInterval(timer);
  }, REST.checkMs).unref();
}

/** What holds for connections before the framework knows of a request. */
export function installArrival(app: FastifyInstance, limits: ArrivalLimits, trustedProxies: readonly string[]): void {
  app.server.headersTimeout = limits.headersMs;
  boundConnections(app.server, { max: limits.connectionsMax, isExempt: makeIsShared(trustedProxies) });
  app.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Names a host and no path; answered as one that does not take the method.
    request.url = `/${request.url ?? ''}`;
    routeDetached(app, request, socket);
  });
}

/**
 * Answers what never became a request. A connection that has sent nothing is closed without an answer: clients open some in
 * advance, and one that sends its first request at this moment would take the 408 for the answer to it.
 */
export function answerSocketError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  if (socket.bytesRead === 0) socket.destroy();
  else socket.end(toHttpText(toSocketErrorReply(error.code, newId('req_'))));
}

function toHttpText({ status, body }: ErrorReply): string {
  const text = JSON.stringify(body);
  const headers = [
    `HTTP/1.1 ${status} ${body.error}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}`;
}
