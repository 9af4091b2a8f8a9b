import type { PageWay } from '../search-data/pages.ts';

/**
 * How far a page is read: all of it up to 2 MB, or, with as little noise as possible, by a HEAD request and
 * then its beginning (`head-end.ts`): its head and at least 8 KB, or 8 KB that are neither script nor style.
 */
export type PageReach = 'head' | 'full';

export interface PageRequest {
  /** An address as the caller gave it: http or https, public. */
  readonly url: string;
  readonly reach: PageReach;
  /** A younger answer may come from the cache; 30 days by default, 0: never from the cache. */
  readonly maxAgeMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page that was really read, whatever its status. */
export interface Page {
  /** As it was asked for. */
  readonly url: string;
  /** Where it was found after redirects. */
  readonly finalUrl: string;
  /** Addresses that led on to another one, in their order. */
  readonly redirects: readonly string[];
  readonly status: number;
  /** Without parameters, in lower case; null when the server named none. */
  readonly contentType: string | null;
  /** Decoded by the charset that the header, the byte order mark or the page names. */
  readonly text: string;
  readonly charset: string;
  /** The page goes on beyond what was read. */
  readonly isCut: boolean;
  readonly fetchedAt: Date;
  readonly isCached: boolean;
  /** This service, or how the provider's page service read it (`docs/pages.md`, "Empty shells"). */
  readonly readBy: 'self' | PageWay;
}

/**
 * The one door to pages of the web: public addresses only, robots.txt, politeness
 * per host, limits of bytes and time, `Retry-After`, an optional proxy, and a cache of 30 days.
 */
export interface PageFetch {
  /**
   * Reads one page. Pages with a failing status come back as they are, and are not cached.
   * @throws PageRefusal when robots.txt forbids it, or it is no text of HTML
   * @throws OutsideError `blocked_address`, `request_refused` (address too long), `rate_limited` with
   *   `retryAfterMs`, `timeout`, `network`, `http` (redirects without end, too large)
   */
  fetchPage(request: PageRequest): Promise<Page>;
  /** The most that the cache of 30 days has of a page; nothing is asked outside. */
  findKept(url: string): Promise<Page | undefined>;
  /** From now on this stands in the cache for its address, for 30 days: a shell that was filled, for example. */
  keepPage(page: Page): Promise<void>;
}
