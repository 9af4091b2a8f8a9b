import { OutsideError } from '#kernel/errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../http-client.ts';
import { firstOf, parseRetryAfter, type HttpHeaders } from '../http-errors.ts';
import { decodePage } from './decode-page.ts';
import { makeHeadEnd } from './head-end.ts';
import type { Page, PageRequest } from './page.ts';
import { PageRefusal } from './page-refusal.ts';
import { PAGE_SERVICE, userAgentHeader } from './user-agent.ts';

const READABLE: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml', 'text/plain']);
const SNIFFED_BYTES = 512;
/** How files begin that are often sent under a wrong name, or none. */
const SIGNATURES: readonly (readonly [type: string, beginning: string])[] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\u0089PNG'],
  ['image/gif', 'GIF8'],
  ['image/jpeg', '\u00ff\u00d8\u00ff'],
  ['application/zip', 'PK\u0003\u0004'],
  ['application/gzip', '\u001f\u008b'],
];

const FULL_BYTES_MAX = 2 * 1_024 * 1_024;
/** However much script and style its beginning holds. */
const HEAD_BYTES_MAX = 512 * 1_024;
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8';
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const FIRST_ERROR_STATUS = 400;

/** What one host answered. */
export interface Hop {
  readonly response: HttpResponse;
  /** Where it sends us on. */
  readonly location: string | undefined;
  readonly tookMs: number;
}

export interface HopRequest extends Omit<PageRequest, 'url'> {
  readonly url: URL;
  readonly timeoutMs: number;
}

/**
 * Asks for one page and follows nothing. For its beginning it first asks with HEAD, and is content with that
 * when it leads on to another address or to something that is no page.
 * @throws OutsideError `rate_limited` when the host asks for a pause
 */
export async function requestPage(http: HttpClient, request: HopRequest): Promise<Hop> {
  const startedAt = performance.now();
  if (request.reach === 'full') return toHop(request, await get(http, request, request.timeoutMs), startedAt);
  const head = toHop(request, await ask(http, request, { method: 'HEAD', timeoutMs: request.timeoutMs }), startedAt);
  // Many servers answer HEAD with a failure that GET does not have.
  const isPage = head.response.status >= FIRST_ERROR_STATUS || isReadableType(typeOf(head.response.headers));
  if (head.location !== undefined || !isPage) return head;
  return toHop(request, await get(http, request, request.timeoutMs - head.tookMs), startedAt);
}

function get(http: HttpClient, request: HopRequest, timeoutMs: number): Promise<HttpResponse> {
  if (request.reach === 'full') return ask(http, request, { responseBytesMax: FULL_BYTES_MAX, timeoutMs });
  const findEnd = makeHeadEnd();
  return ask(http, request, {
    timeoutMs,
    responseBytesMax: HEAD_BYTES_MAX,
    // Packed data would have to be received in whole.
    headers: { 'accept-encoding': 'identity' },
    findEnd: (part) => findEnd(part.toString('latin1')),
  });
}

function ask(http: HttpClient, { url, signal }: HopRequest, options: Partial<HttpRequest>): Promise<HttpResponse> {
  return http.request({
    service: PAGE_SERVICE,
    endpoint: 'page',
    url: url.href,
    isPage: true,
    cutsBody: true,
    wantsBody: (status, headers) => !REDIRECTS.has(status) && isReadableType(typeOf(headers)),
    readsFailures: true,
    signal,
    ...options,
    headers: { 'user-agent': userAgentHeader(), accept: ACCEPT, ...options.headers },
    timeoutMs: Math.max(1, Math.round(options.timeoutMs ?? 0)),
  });
}

function toHop({ url }: HopRequest, response: HttpResponse, startedAt: number): Hop {
  const { status, headers } = response;
  const retryAfterMs = parseRetryAfter(headers);
  if (status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfterMs !== undefined))
    throw new OutsideError({
      service: PAGE_SERVICE,
      kind: 'rate_limited',
      message: `${url.host} asks for a pause (HTTP status ${status})`,
      code: status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  const location = REDIRECTS.has(status) ? firstOf(headers.location) : undefined;
  return { response, location, tookMs: performance.now() - startedAt };
}

/** @throws PageRefusal when what a good answer carries is no page */
export function toPage({ url, redirects }: Pick<Page, 'url' | 'redirects'>, { response }: Hop, fetchedAt: Date): Page {
  const { status, headers, body, isCut } = response;
  const contentType = typeOf(headers);
  const binary = isReadableType(contentType) ? sniffBinary(body) : (contentType ?? undefined);
  if (binary !== undefined && status < FIRST_ERROR_STATUS)
    throw new PageRefusal({
      why: 'type',
      contentType: binary,
      message: `${new URL(response.url).host} sends ${binary} and no page`,
    });
  const { text, charset } = decodePage(binary === undefined ? body : Buffer.alloc(0), {
    typeHeader: firstOf(headers['content-type']),
    isCut,
  });
  return { url, finalUrl: response.url, redirects, status, contentType, text, charset, isCut, fetchedAt, isCached: false, readBy: 'self' };
}

/** The type that the server named, without parameters and in lower case. */
function typeOf(headers: HttpHeaders): string | null {
  const type = firstOf(headers['content-type'])?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

/** Whether this may be a page. Without a declared type the first bytes decide. */
function isReadableType(type: string | null): boolean {
  if (type === null || READABLE.has(type)) return true;
  return type.startsWith('application/') && type.endsWith('+xml');
}

/** What the bytes are when they are surely no text; whatever type was named. */
function sniffBinary(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, SNIFFED_BYTES);
  const known = SIGNATURES.find(([, signature]) => beginning.startsWith(signature));
  if (known !== undefined) return known[0];
  // UTF-16 has a zero in every other byte, and says so by its mark.
  const isMarked = beginning.startsWith('\u00ff\u00fe') || beginning.startsWith('\u00fe\u00ff');
  return beginning.includes('\u0000') && !isMarked ? 'application/octet-stream' : undefined;
}
