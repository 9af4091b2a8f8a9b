import { SECOND_MS } from '#kernel/durations.ts';
import type { CustomFetch } from 'openid-client';
import type { HttpClient } from '../http-client.ts';

/** In errors and log lines. It takes no money, so the ledger does not know it. */
const SERVICE = 'identity';
const ANSWER_BYTES_MAX = 256 * 1_024;
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
export const ANSWER_SECONDS = 10;

export interface DoorOptions {
  readonly http: Pick<HttpClient, 'request'>;
  /** Origins of providers that the operator named, which may be private; everything else is a page of the web. */
  readonly privateOrigins: readonly string[];
}

/** The one door to the outside in the form that the protocol's library calls. */
export function makeDoor({ http, privateOrigins }: DoorOptions): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await http.request({
      service: SERVICE,
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: toText(body),
      isPage: !isAllowed(url, privateOrigins),
      timeoutMs: ANSWER_SECONDS * SECOND_MS,
      responseBytesMax: ANSWER_BYTES_MAX,
      readsFailures: true,
      signal,
    });
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined || name === 'content-encoding' ? [] : [[name, String(value)] as [string, string]],
    );
    return new Response(BODILESS.has(answer.status) ? null : new Uint8Array(answer.body), { status: answer.status, headers: sent });
  };
}

export function isAllowed(url: string, privateOrigins: readonly string[]): boolean {
  return URL.canParse(url) && privateOrigins.includes(new URL(url).origin);
}

function toText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('the library sends forms and texts only');
}
