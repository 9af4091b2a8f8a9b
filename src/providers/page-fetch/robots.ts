import { LRUCache } from 'lru-cache';
import robotsParser, { type Robot as Rules } from 'robots-parser';
import { OutsideError } from '#kernel/errors.ts';
import type { HttpClient, HttpResponse } from '../http-client.ts';
import { parseRetryAfter, toStatusError } from '../http-errors.ts';
import { PageRefusal } from './page-refusal.ts';
import { reduceRobots } from './robots-text.ts';
import { PAGE_SERVICE, ROBOT, userAgentHeader } from './user-agent.ts';
import type { SharedCache } from './page-cache.ts';

const BYTES_MAX = 500 * 1_024;
const REDIRECTS_MAX = 5;
const KEPT_MS = 24 * 3_600_000;
/** Read rules stay in memory for a while: many pages of one site come one after the other. */
const IN_MEMORY_MS = 10 * 60_000;
const CHARACTERS_IN_MEMORY = 8 * 1_024 * 1_024;
const TOO_MANY_REQUESTS = 429;

/** Its types say that the function is a property of itself, which it is not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** What robots.txt of the sites says to us (RFC 9309). */
export interface Robots {
  /**
   * @returns the delay between two requests that the site asks for, in milliseconds; 0 when it asks for none
   * @throws PageRefusal when the page may not be read
   * @throws OutsideError why robots.txt itself could not be read: then nothing of the site is read for now
   */
  check(url: URL, signal: AbortSignal | undefined): Promise<number>;
}

export interface RobotsOptions {
  readonly http: HttpClient;
  readonly cache: SharedCache;
  readonly timeoutMs: number;
}

export function makeRobots({ http, cache, timeoutMs }: RobotsOptions): Robots {
  const memory = new LRUCache<string, Rules>({ maxSize: CHARACTERS_IN_MEMORY, maxEntrySize: CHARACTERS_IN_MEMORY, ttl: IN_MEMORY_MS });

  const getRules = async (origin: string, signal: AbortSignal | undefined): Promise<Rules> => {
    const known = memory.get(origin);
    if (known !== undefined) return known;
    const key = `robots:${origin}`;
    const stored = await cache.get<string>(key);
    const text = stored ?? (await fetchRobots(http, { origin, timeoutMs, signal }));
    if (stored === undefined) await cache.set(key, text, KEPT_MS);
    const rules = parseRobots(`${origin}/robots.txt`, text);
    memory.set(origin, rules, { size: origin.length + text.length + 1_000 });
    return rules;
  };

  return {
    check: async (url, signal) => {
      const rules = await getRules(url.origin, signal);
      if (rules.isAllowed(url.href, ROBOT) === false)
        throw new PageRefusal({ why: 'robots', message: `robots.txt of ${url.host} does not allow reading ${url.pathname}` });
      return Math.max(0, rules.getCrawlDelay(ROBOT) ?? 0) * 1_000;
    },
  };
}

interface Asking {
  readonly origin: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The part of the file that is for us; empty when the site has none: everything is allowed then. */
async function fetchRobots(http: HttpClient, asking: Asking): Promise<string> {
  const { origin } = asking;
  const response = await requestRobots(http, asking);
  if (response === undefined) return '';
  const { status, headers, body } = response;
  const isBusy = status === TOO_MANY_REQUESTS || status >= 500;
  if (isBusy) {
    const { kind, retryAfterMs = parseRetryAfter(headers) } = toStatusError(PAGE_SERVICE, status, headers);
    throw unreadable(origin, { kind, status, retryAfterMs, why: `it answered with HTTP status ${status}` });
  }
  return status >= 200 && status < 300 ? reduceRobots(body.toString('utf8'), ROBOT.toLowerCase()) : '';
}

async function requestRobots(http: HttpClient, { origin, timeoutMs, signal }: Asking): Promise<HttpResponse | undefined> {
  try {
    return await http.request({
      service: PAGE_SERVICE,
      endpoint: 'robots',
      url: `${origin}/robots.txt`,
      headers: { 'user-agent': userAgentHeader(), accept: 'text/plain,*/*;q=0.5' },
      isPage: true,
      redirectsMax: REDIRECTS_MAX,
      timeoutMs,
      responseBytesMax: BYTES_MAX,
      cutsBody: true,
      readsFailures: true,
      signal,
    });
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    // Endless redirects, or redirects to refused addresses: the site has no such file.
    if (!error.retryable) return undefined;
    throw unreadable(origin, { kind: error.kind, why: error.message, cause: error });
  }
}

function unreadable(
  origin: string,
  failure: {
    readonly kind: OutsideError['kind'];
    readonly why: string;
    readonly status?: number;
    readonly retryAfterMs?: number | undefined;
    readonly cause?: unknown;
  },
): OutsideError {
  const { kind, why, status, retryAfterMs, cause } = failure;
  return new OutsideError({
    service: PAGE_SERVICE,
    kind,
    message: `robots.txt of ${new URL(origin).host} could not be read, so nothing of the site is read for now: ${why}`,
    ...(status === undefined ? {} : { code: status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    retryable: true,
    cause,
  });
}
