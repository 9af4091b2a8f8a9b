import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Sends a request that asks for something else than an answer (another protocol, a tunnel) through the
 * routes, hooks and answers of all others. Node.js has let go of its socket, so nothing else listens there:
 * one that breaks must not end the process.
 */
export function routeDetached(app: FastifyInstance, request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.end());
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0]);
  app.routing(request, response);
}
