import type { WorldClock } from './world-clock.ts';
import type { CallEntry } from './control/call-log.ts';
import type { FaultDecision } from './control/faults.ts';
import { renderPage } from './pages/home.ts';
import { oddSites } from './pages/odd-sites.ts';
import { wrapFailure, type Envelope } from './provider/envelope.ts';
import type { ProviderEngine, ProviderFault, ProviderReply } from './provider/engine.ts';
import { envelopeReply, htmlReply, jsonReply, type Reply } from './reply.ts';
import { changeLayout, cutShort, garble } from './spoil.ts';
import type { World } from './world/index.ts';

/** A request to something that the sandbox stands in for. */
export interface OutsideRequest {
  readonly method: string;
  /** Host without its port. */
  readonly hostname: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Calls under way in the family of the path, this one included. */
  readonly openCalls: number;
}

export interface OutsideTools {
  readonly world: World;
  readonly clock: WorldClock;
  readonly engine: ProviderEngine;
}

export type OutsideKind = 'provider' | 'webhook' | 'site';

export const WEBHOOK_PATH = '/_sandbox/webhook';

/** Which outside thing a request is for. */
export function kindOf(world: World, request: Pick<OutsideRequest, 'hostname' | 'path'>): OutsideKind {
  const isSite = world.findSite(request.hostname) !== undefined;
  if (isSite || request.path === '/_redirect') return 'site';
  if (request.path === WEBHOOK_PATH) return 'webhook';
  return isPublicName(request.hostname) && !request.path.startsWith('/v3/') ? 'site' : 'provider';
}

/** A name that somebody could have registered, as against an address or a name of a local network. */
export function isPublicName(hostname: string): boolean {
  return /\.[a-z]{2,}$/u.test(hostname) && !/\.(internal|local|localhost|sandbox|lan|test)$/u.test(hostname);
}

/**
 * The answer of the outside world with a fault laid over it. Money: a call that is refused, reset or never
 * answered costs nothing; one whose answer is spoilt or lost on the way was worked on and is charged.
 * @returns undefined when the connection is to be cut or left hanging
 */
export function answerOutside(tools: OutsideTools, request: OutsideRequest, decision: FaultDecision, entry: CallEntry): Reply | undefined {
  const kind = kindOf(tools.world, request);
  const answer = (fault?: ProviderFault, change: (envelope: Envelope) => Envelope = (same) => same): Reply => {
    if (kind === 'site') return sitePage(tools.world, request);
    if (kind === 'webhook')
      return request.method === 'POST' ? jsonReply(200, { success: true }) : jsonReply(405, { error: 'POST only' }, { allow: 'POST' });
    return toReply(tools, charge(tools.engine.handle(request, fault), entry), change);
  };
  switch (decision.kind) {
    case 'none':
    case 'late_work':
      return answer();
    case 'reset':
    case 'timeout':
      return undefined;
    case 'lost_answer':
      answer();
      return undefined;
    case 'http_500':
      return kind === 'provider'
        ? jsonReply(500, wrapFailure(50_000), offsetHeader(tools))
        : htmlReply(500, '<h1>500 Internal Server Error</h1>');
    case 'http_429':
      return kind === 'provider'
        ? jsonReply(429, wrapFailure(40_202), { 'retry-after': '1', ...offsetHeader(tools) })
        : htmlReply(429, '<h1>429 Too Many Requests</h1>', { 'retry-after': '1' });
    case 'provider':
    case 'task':
      return answer({ code: decision.code, isPartial: decision.kind === 'task' });
    case 'empty':
      return kind === 'provider' ? answer({ isEmpty: true }) : htmlReply(200, '');
    case 'malformed':
      return garble(answer());
    case 'truncated':
      return cutShort(answer());
    case 'layout_change':
      return kind === 'provider' ? answer(undefined, changeLayout) : scrambleTags(answer());
  }
}

function charge(reply: ProviderReply, entry: CallEntry): ProviderReply {
  entry.cost_usd = reply.envelope.cost;
  entry.paid_tasks = (reply.envelope.tasks ?? []).filter(({ cost }) => cost > 0).length;
  return reply;
}

function toReply(tools: OutsideTools, reply: ProviderReply, change: (envelope: Envelope) => Envelope): Reply {
  return envelopeReply(reply.status, change(reply.envelope), { ...reply.headers, ...offsetHeader(tools) });
}

/** The service keeps its date by this. */
function offsetHeader(tools: OutsideTools): Record<string, string> {
  return { 'x-sandbox-offset-ms': String(tools.clock.offsetMs()) };
}

function sitePage(world: World, request: OutsideRequest): Reply {
  if (request.path === '/_redirect') return redirect(request.query['to']);
  const odd = oddSites.get(request.hostname);
  if (odd !== undefined) return odd.answer(request.path);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return htmlReply(405, '<h1>405 Method Not Allowed</h1>', { allow: 'GET, HEAD' });
  if (request.path === '/robots.txt')
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'User-agent: *\nAllow: /\n' };
  const site = world.findSite(request.hostname);
  return site === undefined
    ? htmlReply(404, '<h1>404: the invented world has no such site</h1>')
    : htmlReply(200, renderPage(world, site, request.path));
}

/** Wherever it is told to; control characters cannot stand in a header. */
function redirect(to: string | undefined): Reply {
  // eslint-disable-next-line no-control-regex
  if (to === undefined || to === '' || /[\u0000-\u001f\u007f]/u.test(to)) return htmlReply(400, '<h1>to: an address is needed</h1>');
  return htmlReply(302, '', { location: to.replaceAll(/[^\u0021-\u007e]/gu, encodeURIComponent) });
}

function scrambleTags(reply: Reply): Reply {
  return {
    ...reply,
    body: reply.body
      .toString()
      .replaceAll(/<(\/?)(main|h1|h2|p|ul|li)>/gu, (_tag, slash: string, name: string) =>
        slash === '' ? `<div class="x-${name.length}7">` : '</div>',
      ),
  };
}
