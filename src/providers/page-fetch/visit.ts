import { OutsideError } from '#kernel/errors.ts';
import type { HttpClient, HttpResponse } from '../http-client.ts';
import { firstOf, parseRetryAfter } from '../http-errors.ts';
import { decodePage } from './decode-page.ts';
import type { Page, PageRequest } from './index.ts';
import { HEAD_BYTES_MAX } from './page-cache.ts';
import { isReadableType, sniffBinary, typeOf } from './page-type.ts';
import { PAGE_SERVICE, userAgentHeader } from './user-agent.ts';

const FULL_BYTES_MAX = 2 * 1_024 * 1_024;
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
 * Asks for one page and follows nothing.
 * @throws OutsideError `rate_limited` when the host asks for a pause, `request_refused` when it sends no page
 */
export async function requestPage(http: HttpClient, { url, reach, timeoutMs, signal }: HopRequest): Promise<Hop> {
  const startedAt = performance.now();
  const response = await http.request({
    service: PAGE_SERVICE,
    endpoint: 'page',
    url: url.href,
    headers: { 'user-agent': userAgentHeader(), accept: ACCEPT },
    isPage: true,
    timeoutMs: Math.max(1, Math.round(timeoutMs)),
    responseBytesMax: reach === 'head' ? HEAD_BYTES_MAX : FULL_BYTES_MAX,
    cutsBody: true,
    wantsBody: (status, headers) => !REDIRECTS.has(status) && isReadableType(typeOf(headers)),
    readsFailures: true,
    signal,
  });
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

/** @throws OutsideError `request_refused` when what a good answer carries is no page */
export function toPage({ url }: PageRequest, { response }: Hop, fetchedAt: Date): Page {
  const { status, headers, body, isCut } = response;
  const contentType = typeOf(headers);
  const binary = isReadableType(contentType) ? sniffBinary(body) : (contentType ?? undefined);
  if (binary !== undefined && status < FIRST_ERROR_STATUS)
    throw new OutsideError({
      service: PAGE_SERVICE,
      kind: 'request_refused',
      message: `${new URL(response.url).host} sends ${binary} and no page`,
    });
  const { text, charset } = decodePage(binary === undefined ? body : Buffer.alloc(0), {
    typeHeader: firstOf(headers['content-type']),
    isCut,
  });
  return { url, finalUrl: response.url, status, contentType, text, charset, isCut, fetchedAt, isCached: false };
}
