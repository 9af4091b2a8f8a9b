import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Clock } from '#kernel/clock.ts';
import { makeHeadEnd } from './head-end.ts';
import type { Page, PageReach, PageRequest } from './page.ts';

/** The part of the service's cache that is needed here; providers touch no store. */
export interface SharedCache {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
}

/** A page is read again after 30 days (docs/pages.md). */
export const PAGE_KEPT_MS = 30 * 24 * 3_600_000;
/** Packing costs more than it saves below this. */
const PLAIN_CHARACTERS_MAX = 8 * 1_024;
/** Larger pages (packed length) are not cached. */
const PACKED_CHARACTERS_MAX = 512 * 1_024;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A page as it is kept. */
interface Entry extends Pick<Page, 'finalUrl' | 'status' | 'contentType' | 'charset' | 'isCut'> {
  /** Not there in entries of earlier versions. */
  readonly redirects?: readonly string[];
  readonly readBy?: Page['readBy'];
  readonly fetchedAt: string;
  /** Real time; `fetchedAt` is the date of the observed world. */
  readonly readAtMs: number;
  readonly reach: PageReach;
  /** As it is when that is short, else packed: pages are long and much in them is alike. */
  readonly text: string;
  readonly isPacked: boolean;
}

export interface PageCache {
  find(request: PageRequest): Promise<Page | undefined>;
  keep(page: Page, reach: PageReach): Promise<void>;
}

/** Pages by address. One that was read whole also serves who wants its beginning. */
export function makePageCache(cache: SharedCache, clock: Clock): PageCache {
  return {
    find: async ({ url, reach, maxAgeMs = PAGE_KEPT_MS }) => {
      if (maxAgeMs <= 0) return undefined;
      const entry = await cache.get<Entry>(keyOf(url));
      if (entry === undefined || clock.realNow() - entry.readAtMs > maxAgeMs) return undefined;
      if (reach === 'full' && entry.reach === 'head' && entry.isCut) return undefined;
      return await toPage(url, reach, entry);
    },
    keep: async ({ url, text: plain, fetchedAt, ...page }, reach) => {
      // A column of JSON takes no NUL.
      const isPacked = plain.length > PLAIN_CHARACTERS_MAX || plain.includes('\u0000');
      const text = isPacked ? (await pack(plain)).toString('base64') : plain;
      if (text.length > PACKED_CHARACTERS_MAX) return;
      const { finalUrl, redirects, status, contentType, charset, isCut, readBy } = page;
      const read = { finalUrl, redirects, status, contentType, charset, isCut, readBy };
      await cache.set(keyOf(url), { ...read, fetchedAt, readAtMs: clock.realNow(), reach, text, isPacked }, PAGE_KEPT_MS);
    },
  };
}

async function toPage(url: string, reach: PageReach, entry: Entry): Promise<Page> {
  const { finalUrl, redirects = [], readBy = 'self', status, contentType, charset, isCut, fetchedAt } = entry;
  const text = entry.isPacked ? (await unpack(Buffer.from(entry.text, 'base64'))).toString('utf8') : entry.text;
  const end = reach === 'head' && entry.reach === 'full' ? makeHeadEnd()(text) : undefined;
  return {
    url,
    finalUrl,
    redirects,
    status,
    contentType,
    charset,
    text: text.slice(0, end),
    isCut: isCut || end !== undefined,
    fetchedAt: new Date(fetchedAt),
    isCached: true,
    readBy,
  };
}

function keyOf(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return `page:${createHash('sha256').update(parsed.href).digest('base64url')}`;
}
