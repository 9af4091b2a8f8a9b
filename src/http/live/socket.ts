import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { WebSocketServer } from 'ws';
import { invalid } from '#kernel/errors.ts';
import type { Admission } from '../limits/admission.ts';
import { ANONYMOUS, findKeyText, requireUnbound } from '../auth.ts';
import { isBound, nameOf, type Caller } from '../caller.ts';
import { routeDetached } from '../serving/detached.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Metrics } from '../metrics.ts';
import { recordRequest } from '../serving/request-log.ts';
import type { LiveHub } from './index.ts';
import { findKeyProtocol, requireOrigin, takeKeyFromProtocol, upgradeRequired, type Origins } from './handshake.ts';
import { findTopicProject, toProjectTopic } from './topics.ts';

/** A client only subscribes; a longer message closes its connection with 1009. */
const MESSAGE_BYTES_MAX = 4_096;

export interface SocketParts {
  /** Left out where there is nothing to watch: then every request of the path is a plain one. */
  readonly live: Pick<LiveHub, 'clients' | 'topics'> | undefined;
  /** The application context, for the endpoints' own questions. */
  readonly context: object;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly origins: Origins;
}

interface Upgrade {
  readonly socket: Duplex;
  /** What came with the request already. */
  readonly head: Buffer;
  /** Whose headers the answer to the handshake has. */
  reply?: FastifyReply;
}

/** The paths that take WebSocket connections. */
export interface Sockets {
  /** Whether a request is to become a connection; every other one stays a plain request, whatever it offers to switch to. */
  readonly isUpgrade: (request: IncomingMessage) => boolean;
  /** Sends requests to become connections through the same routes, hooks and answers as all others. */
  install(app: FastifyInstance, parts: SocketParts): void;
}

export function makeSockets(endpoints: readonly Endpoint<never>[], hasClients: boolean): Sockets {
  const taken = endpoints.filter(({ socket }) => socket);
  const paths = new Set(taken.map(({ path }) => path));
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  return {
    isUpgrade: ({ method, url = '', headers }) =>
      hasClients && method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && paths.has(toPath(url)),
    install(app, parts) {
      const server = makeSocketServer(upgrades);
      for (const endpoint of taken) app.route(toRoute(endpoint, { ...parts, upgrades, server }));
      app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        upgrades.set(request, { socket, head });
        routeDetached(app, request, socket);
      });
    },
  };
}

/** As the router takes it: without query, with or without a slash at the end. */
function toPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/\/$/u, '');
}

type Upgrades = WeakMap<IncomingMessage, Upgrade>;

/** Its `handleUpgrade` throws an AppError for a handshake that cannot be completed. */
function makeSocketServer(upgrades: Upgrades): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: (protocols) => findKeyProtocol(protocols) ?? false,
  });
  server.on('headers', (lines, request) => lines.push(...toHeaderLines(upgrades.get(request)?.reply)));
  server.on('wsClientError', ({ message }) => {
    const [header = 'upgrade'] = /sec-websocket-\w+/u.exec(message.toLowerCase()) ?? [];
    throw header === 'sec-websocket-version' ? upgradeRequired() : invalid([{ path: header, message: 'is missing or not valid' }]);
  });
  return server;
}

function toRoute(
  endpoint: Endpoint<never>,
  { admission, origins, metrics, live, context, upgrades, server }: SocketParts & { upgrades: Upgrades; server: WebSocketServer },
): RouteOptions {
  return {
    method: 'GET',
    url: endpoint.path,
    onRequest: async (request, reply) => {
      request.endpointPath = endpoint.path;
      if (!upgrades.has(request.raw)) {
        await admission.admitStranger(request.call, reply);
        throw upgradeRequired();
      }
      takeKeyFromProtocol(request);
      request.call.caller = await admission.admit(endpoint, request.call, reply);
      if (endpoint.socket === true) requireUnbound(request.call.caller);
      if (request.call.caller.session === undefined) requireOrigin(request, origins);
    },
    handler: (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade) throw upgradeRequired();
      const { socket, head } = Object.assign(upgrade, { reply });
      const { caller = ANONYMOUS } = request.call;
      const credentials = { headers: { 'x-api-key': findKeyText(request), cookie: request.headers.cookie }, query: undefined };
      server.handleUpgrade(request.raw, socket, head, (ws) => {
        // From here on the socket belongs to the library, and the framework sends nothing more.
        reply.hijack();
        reply.code(101);
        reply.raw.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
        recordRequest(request, reply, metrics);
        live?.clients.add({
          ws,
          socket,
          log: request.call.log,
          callerId: caller.id,
          countedAs: caller.root?.id ?? nameOf(caller),
          credentialId: caller.session?.id ?? caller.id,
          nameable: { plain: live.topics, hasProjects: endpoint.socket !== true },
          topics: endpoint.socket === true ? live.topics : [],
          allow: async (topics) => {
            // While the store does not answer, things are as they were.
            const now = await admission.findCaller(credentials).catch(() => caller);
            return now && (await listAllowed(endpoint, { ...context, caller: now }, topics));
          },
        });
      });
    },
  };
}

/** Plain topics are for operators of the whole service, those of projects for callers who see the project. */
async function listAllowed(
  { socket }: Endpoint<never>,
  context: { readonly caller: Caller },
  topics: readonly string[],
): Promise<readonly string[]> {
  const isOperator = context.caller.rights.has('operate') && !isBound(context.caller);
  const projectIds = topics.flatMap((topic) => findTopicProject(topic) ?? []);
  const seen = typeof socket === 'function' && projectIds.length > 0 ? await socket(context as never, projectIds) : [];
  const projects = new Set(seen.map(toProjectTopic));
  return topics.filter((topic) => (findTopicProject(topic) === undefined ? isOperator : projects.has(topic)));
}

/** What every answer carries: the request's id and the state of the rate limit. */
function toHeaderLines(reply: FastifyReply | undefined): string[] {
  const headers = Object.entries(reply?.getHeaders() ?? {});
  return headers.flatMap(([name, value]) => (/^x-(request-id|ratelimit-)/u.test(name) ? [`${name}: ${String(value)}`] : []));
}
