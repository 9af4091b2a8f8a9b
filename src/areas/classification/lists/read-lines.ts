import { normalizeHost, urlField } from '#areas/domains/index.ts';
import { hasNoControl, NAME_LENGTH_MAX } from '#http/fields.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { parse } from 'tldts';
import { toUrlItem } from '../pipelines/items.ts';
import type { Kind } from '../records/classification.ts';
import type { DuplicateLine, ListItem, RefusedLine } from './list.ts';

/** A line as it was given; without a kind, its looks decide. */
export interface GivenLine {
  readonly value: string;
  readonly kind?: Kind | undefined;
}

export interface ReadLines {
  readonly items: readonly ListItem[];
  readonly refused: readonly RefusedLine[];
  readonly duplicates: readonly DuplicateLine[];
  /** Lines without any text. */
  readonly blank: number;
}

/** Characters of a refused line that are shown. */
const SHOWN_MAX = 200;
const Url = urlField();

/** Lines as items, each once. What cannot be read is named with the number of its line, and holds up no other. */
export function readListLines(given: readonly GivenLine[]): ReadLines {
  const items = new Map<string, ListItem>();
  const refused: RefusedLine[] = [];
  const duplicates: DuplicateLine[] = [];
  let blank = 0;
  for (const [at, { value: text, kind: asked }] of given.entries()) {
    const [line, value] = [at + 1, text.trim()];
    if (value === '') {
      blank += 1;
      continue;
    }
    const kind = asked ?? findKind(value);
    const read = READERS[kind](value);
    if ('problem' in read) {
      refused.push({ line, value: value.slice(0, SHOWN_MAX), reason: read.problem });
      continue;
    }
    const key = `${kind} ${read.subject}`;
    const first = items.get(key);
    if (first === undefined) items.set(key, { line, value, kind, subject: read.subject });
    else duplicates.push({ line, value: value.slice(0, SHOWN_MAX), of: first.line });
  }
  return { items: [...items.values()], refused, duplicates, blank };
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//iu;

/** What a line looks like: an address with a path is a page, a host a domain, anything else a keyword. */
export function findKind(value: string): Kind {
  const hasScheme = SCHEME.test(value);
  if (!hasScheme && (/\s/u.test(value) || !value.includes('.'))) return 'keyword';
  const url = URL.parse(hasScheme ? value : `https://${value}`);
  if (url === null) return hasScheme ? 'url' : 'keyword';
  if (!hasScheme && !isSite(url.hostname)) return 'keyword';
  return url.pathname === '/' && url.search === '' ? 'domain' : 'url';
}

/** Whether a name ends as names of sites do: `node.js` does not. A state answers at its suffix, `gov.uk`. */
function isSite(host: string): boolean {
  const { domain, isIcann } = parse(host);
  return isIcann === true && (domain !== null || normalizeHost(host).problem === undefined);
}

type Read = { readonly subject: string } | { readonly problem: string };

const READERS: Readonly<Record<Kind, (value: string) => Read>> = {
  domain: (value) => {
    const { host, problem } = normalizeHost(value);
    return problem === undefined ? { subject: host } : { problem };
  },
  url: (value) => {
    const address = SCHEME.test(value) ? value : `https://${value}`;
    const { error } = Url.safeParse(address);
    if (error !== undefined) return { problem: error.issues[0]?.message ?? 'must be a web address' };
    const item = toUrlItem(address);
    return item === undefined ? { problem: 'must be a web address' } : { subject: item.url };
  },
  keyword: (value) => {
    if (value.length > NAME_LENGTH_MAX) return { problem: `must have at most ${NAME_LENGTH_MAX} characters` };
    return hasNoControl(value) ? { subject: normalizeKeyword(value) } : { problem: 'must not contain control characters' };
  },
};
