import type { Clock } from '#kernel/clock.ts';
import { OutsideError } from '#kernel/errors.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { findUrlProblem } from '../address-check.ts';
import type { HttpClient } from '../http-client.ts';
import { makeOneAfterAnother } from './one-after-another.ts';
import { makeSiteLines } from './site-lines.ts';
import type { Page, PageFetch, PageRequest } from './page.ts';
import type { PagePoliteness } from './politeness.ts';
import { makePageCache, type SharedCache } from './page-cache.ts';
import { makeProcessConcurrencyLimit } from '../limits/process-limits.ts';
import { makePausedHosts } from './paused-hosts.ts';
import { makeRobots } from './robots.ts';
import { PAGE_SERVICE } from './user-agent.ts';
import { requestPage, toPage, type Hop } from './visit.ts';

const REDIRECTS_MAX = 5;
const ADDRESS_LENGTH_MAX = 2_048;

export interface PageFetchOptions {
  readonly http: HttpClient;
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly politeness: PagePoliteness;
}

/** The one door to pages of the web; see `PageFetch`. What it caches of hosts is bounded. */
export function makePageFetch({ http, cache, clock, politeness }: PageFetchOptions): PageFetch {
  const pages = makePageCache(cache, clock);
  const robots = makeRobots({ http, cache, timeoutMs: politeness.timeoutMs / 2 });
  const lines = makeSiteLines(clock);
  const enterPages = makeProcessConcurrencyLimit(politeness.concurrency);
  const onceAtATime = makeOneAfterAnother<Page>();
  const paused = makePausedHosts(clock);

  /** Asks one host for one page, when the line of its site is free. */
  const visitHost = (url: URL, { reach, signal }: PageRequest, timeoutMs: number): Promise<Hop> =>
    // Whose machines the requests fall upon: of a shared hoster's names each is a site of its own.
    lines.run(toRegistrableDomain(url.hostname), signal, async (slot) => {
      const leavePages = await enterPages(signal);
      try {
        paused.check(url.host);
        const delayMs = Math.min(await robots.check(url, signal), politeness.crawlDelayMsMax);
        try {
          return await requestPage(http, { url, reach, signal, timeoutMs });
        } finally {
          slot.rest(Math.max(delayMs, politeness.gapMs));
        }
      } catch (error) {
        paused.note(url.host, error);
        throw error;
      } finally {
        leavePages();
      }
    });

  const visit = async (request: PageRequest) => {
    const seen = new Set<string>();
    let url = toAddress(request.url);
    for (let leftMs = politeness.timeoutMs; ;) {
      if (seen.has(url.href) || seen.size > REDIRECTS_MAX) throw wanders(request.url, seen.has(url.href));
      seen.add(url.href);
      const hop = await visitHost(url, request, leftMs);
      if (hop.location === undefined) return toPage({ url: request.url, redirects: [...seen].slice(0, -1) }, hop, clock.now());
      leftMs -= hop.tookMs;
      url = toAddress(hop.location, url);
    }
  };

  const findOrVisit = async (request: PageRequest): Promise<Page> => {
    const known = await pages.find(request);
    if (known !== undefined) return known;
    const page = await visit(request);
    if (page.status >= 200 && page.status < 300) await pages.keep(page, request.reach);
    return page;
  };

  return {
    findKept: async (url) => (await pages.find({ url, reach: 'full' })) ?? (await pages.find({ url, reach: 'head' })),
    keepPage: (page) => pages.keep(page, 'full'),
    fetchPage: async (request) => {
      request.signal?.throwIfAborted();
      toAddress(request.url);
      if (request.maxAgeMs === 0) return await findOrVisit(request);
      // The first of several requests for a page brings it; when it fails, the next one tries.
      return await onceAtATime(`${request.reach} ${request.url}`, request.signal, () => findOrVisit(request));
    },
  };
}

/** @throws OutsideError `blocked_address` for whatever is no public web address, `request_refused` for one that is too long */
function toAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  const problem = url === null ? 'must be a web address' : findUrlProblem(url.href);
  if (url === null || problem !== undefined) {
    const subject = base === undefined ? 'the address' : `${base.host} leads to an address that is not read: it`;
    throw new OutsideError({ service: PAGE_SERVICE, kind: 'blocked_address', message: `${subject} ${problem}` });
  }
  url.hash = '';
  if (url.href.length > ADDRESS_LENGTH_MAX)
    throw new OutsideError({
      service: PAGE_SERVICE,
      kind: 'request_refused',
      message: `the address has more than ${ADDRESS_LENGTH_MAX} characters`,
    });
  return url;
}

function wanders(address: string, isLoop: boolean): OutsideError {
  const { host } = new URL(address);
  const message = isLoop ? `${host} redirects in a circle` : `${host} redirects more than ${REDIRECTS_MAX} times`;
  return new OutsideError({ service: PAGE_SERVICE, kind: 'http', message, retryable: false });
}
