import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { messageOf } from '#kernel/errors.ts';
import { ControlProblem } from './control/problem.ts';
import { controlRoutes } from './control/routes.ts';
import type { ControlTools } from './control/tools.ts';
import type { FaultDecision } from './control/faults.ts';
import type { OutsideTools } from './hosts/host.ts';
import { answerOutside, findHost } from './hosts/index.ts';
import { isPublicName } from './hosts/public-name.ts';
import { WEBHOOK_PATH } from './hosts/webhook.ts';
import { oddSites } from './pages/odd-sites.ts';
import { RECEIVERS_PATH } from './receivers/board.ts';
import { jsonReply, readBody, send, type Reply } from './reply.ts';

export type ServerTools = ControlTools &
  OutsideTools & {
    /** Waits in real time, whether or not the caller has gone; for ever after a reset. */
    waitToWork(ms: number): Promise<void>;
  };

const HANG_MS_MAX = 150_000;
/** Longer than any client keeps an idle connection, so that we never close one under its feet. */
const KEEP_ALIVE_MS = 75_000;

interface Address {
  readonly method: string;
  /** Host as sent, port included. */
  readonly host: string;
  /** Without the port. */
  readonly hostname: string;
  readonly path: string;
  readonly search: string;
  readonly query: Readonly<Record<string, string>>;
}

/** One listener for everything: control, provider, web sites, webhook receiver. */
export function makeServer(tools: ServerTools): Server {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    serve(tools, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else void send(request, response, jsonReply(500, { error: `the sandbox failed: ${messageOf(error)}` }));
    });
  });
  return server;
}

async function serve(tools: ServerTools, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = readAddress(request);
  if (!isControl(tools, address)) return serveOutside(tools, address, { request, response });
  if (address.path === '/_sandbox/clock/stream' && request.method === 'GET') return tools.clock.follow(response);
  return send(request, response, await answerControl(tools, address, await readBody(request)));
}

/** Sites of the world have no control endpoints: fetching them must not move our clock. */
function isControl({ world }: ServerTools, { hostname, path }: Address): boolean {
  if (world.findSite(hostname) !== undefined || oddSites.has(hostname)) return false;
  return (
    (path === '/' && !isPublicName(hostname)) ||
    (path.startsWith('/_sandbox/') && path !== WEBHOOK_PATH && !path.startsWith(RECEIVERS_PATH))
  );
}

function readAddress(request: IncomingMessage): Address {
  const host = request.headers.host ?? '';
  const url = new URL(request.url?.startsWith('/') === true ? `http://host${request.url}` : (request.url ?? '/'), 'http://host');
  return {
    method: request.method ?? 'GET',
    host,
    hostname: host.replace(/:\d+$/u, '').toLowerCase(),
    path: url.pathname,
    search: url.search,
    query: Object.fromEntries(url.searchParams),
  };
}

async function answerControl(tools: ControlTools, { method, path, query }: Address, body: string): Promise<Reply> {
  const known = controlRoutes.filter((route) => route.path === path);
  const route = known.find((candidate) => candidate.method === method);
  if (known.length === 0)
    return jsonReply(404, { error: 'no such control endpoint', endpoints: controlRoutes.map((other) => `${other.method} ${other.path}`) });
  if (route === undefined) return jsonReply(405, { error: 'method not allowed' }, { allow: known.map((other) => other.method).join(', ') });
  try {
    return jsonReply(200, await route.answer(tools, { query, body }));
  } catch (error) {
    if (!(error instanceof ControlProblem)) throw error;
    return jsonReply(error.status, { error: error.message });
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Logs the call, applies the faults, answers. A call is under way from its first byte to its last. */
async function serveOutside(tools: ServerTools, address: Address, { request, response }: Exchange): Promise<void> {
  const { calls, clock, faults, queue, world } = tools;
  const { method, path, search, query, hostname } = address;
  const outside = findHost(world, address);
  const { scope = 'other', loggedAs: host = address.host } = outside;
  const isProvider = scope === 'provider';
  const { number, entry } = calls.start({ method, host, path, query: search, headers: headersOf(request) }, clock.realNow());
  for (const event of ['finish', 'close']) response.once(event, () => calls.end(entry));
  const body = await readBody(request);
  calls.keepBody(entry, body);
  const decision = faults.decide(host + path, number, scope);
  const isLate = decision.kind === 'late_work';
  if (isLate) await tools.waitToWork(decision.delayMs);
  // Computed on arrival by default: a client that hangs up during the delay is charged all the same.
  const { authorization } = request.headers;
  const openCalls = calls.openUnder(familyOf(path));
  const headers = { ...headersOf(request), authorization };
  const call = { method, host: address.host, hostname, path, query, search, headers, authorization, body, openCalls };
  const reply = answerOutside(tools, { host: outside, request: call, entry }, decision);
  if (isProvider) await queue.settleEarly();
  if (!isLate && decision.delayMs > 0) await waitOpen(response, decision.delayMs);
  if (reply === undefined) return breakOff(response, decision);
  entry.status = reply.status;
  // The real time, by the provider's clock: the world's date is for results and the record only.
  const date = new Date(isProvider ? clock.vendor.realNow() : clock.realNow()).toUTCString();
  return send(request, response, { ...reply, headers: { ...reply.headers, date } });
}

/** Where each function of each platform has a limit of its own. */
const BY_PLATFORM = '/v3/ai_optimization/';

/** The first two segments, for example `/v3/dataforseo_labs/`; of assistants those of the platform and its function too. */
function familyOf(path: string): string {
  return `${path
    .split('/')
    .slice(0, path.startsWith(BY_PLATFORM) ? 5 : 3)
    .join('/')}/`;
}

async function breakOff(response: ServerResponse, decision: FaultDecision): Promise<void> {
  if (decision.kind === 'timeout') await waitOpen(response, HANG_MS_MAX);
  response.socket?.resetAndDestroy();
}

/** Waits, but not for a client that has gone. */
function waitOpen(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    return undefined;
  });
}

/** Header names all stay; what opens doors does not. */
function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  for (const name of ['authorization', 'x-api-key']) if (headers[name] !== undefined) headers[name] = '[redacted]';
  return headers;
}
