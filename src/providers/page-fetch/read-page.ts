import { setImmediate as nextTurn } from 'node:timers/promises';
import { Tokenizer } from 'htmlparser2';
import { makeCollector, type Collected, type RawLink } from './page-collector.ts';
import { listSameAs, parseBlock } from './structured-data.ts';

/** Read between two turns of the event loop: a few milliseconds, whatever the page holds. */
const CHUNK_LENGTH = 64 * 1_024;
const LINKS_AT_ONCE = 250;
const FEED_TYPES: ReadonlySet<string> = new Set(['application/rss+xml', 'application/atom+xml', 'application/feed+json']);

/** Something that leads elsewhere. */
export interface PageLink {
  /** Absolute, http or https, without a fragment. */
  readonly url: string;
  /** In lower case. */
  readonly rel: readonly string[];
  /** Text of the element; empty for `link` elements. At most 300 characters. */
  readonly text: string;
}

export interface PageFeed {
  readonly url: string;
  readonly type: string;
  readonly title: string;
}

/** What a page says of itself and where it leads. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** Language of the `html` element. */
  readonly lang: string | null;
  readonly canonical: string | null;
  /** In the order of the page; `rel="me"` of the head included. */
  readonly links: readonly PageLink[];
  readonly feeds: readonly PageFeed[];
  /** `name` or `property` in lower case to `content`; the first one of a name. */
  readonly metas: ReadonlyMap<string, string>;
  /** Values of the JSON-LD blocks that are JSON. */
  readonly structuredData: readonly unknown[];
  /** Every `sameAs` of the structured data. */
  readonly sameAs: readonly string[];
}

/**
 * Reads a page of HTML, however broken, deep or large, in small parts between which others have their
 * turn. Lists and texts have bounds (`page-collector.ts`); what is beyond them is left out.
 * @param text the page
 * @param url where it was found, for relative links
 */
export async function readPage(text: string, url: string): Promise<PageFacts> {
  const { found, callbacks } = makeCollector(text);
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  for (let at = 0; at < text.length; at += CHUNK_LENGTH) {
    if (at > 0) await nextTurn();
    tokenizer.write(text.slice(at, at + CHUNK_LENGTH));
  }
  tokenizer.end();
  return await toFacts(found, url);
}

async function toFacts(found: Collected, url: string): Promise<PageFacts> {
  const base = resolve(found.base ?? '', url) ?? url;
  const links: PageLink[] = [];
  const feeds: PageFeed[] = [];
  let canonical: string | null = null;
  for (const [at, link] of found.links.entries()) {
    if (at > 0 && at % LINKS_AT_ONCE === 0) await nextTurn();
    const address = resolve(link.href, base);
    if (address === undefined) continue;
    if (isPlainLink(link)) links.push({ url: address, rel: link.rel, text: link.text });
    else if (link.rel.includes('canonical')) canonical ??= address;
    else if (link.rel.includes('alternate') && FEED_TYPES.has(link.type)) feeds.push({ url: address, type: link.type, title: link.title });
  }
  const structuredData: unknown[] = [];
  const sameAs = new Set<string>();
  for (const block of found.blocks) {
    await nextTurn();
    const value = parseBlock(block);
    if (value === undefined) continue;
    structuredData.push(value);
    for (const address of listSameAs(value)) sameAs.add(address);
  }
  return {
    title: orNull(found.title),
    description: orNull(found.metas.get('description') ?? found.metas.get('og:description')),
    lang: orNull(found.lang),
    canonical,
    links,
    feeds,
    metas: found.metas,
    structuredData,
    sameAs: [...sameAs],
  };
}

function isPlainLink({ tag, rel }: RawLink): boolean {
  return tag === 'a' || rel.includes('me');
}

/** The absolute address, when it is one of the web. */
function resolve(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  return url.href;
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
