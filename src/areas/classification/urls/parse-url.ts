import { parse } from 'tldts';
import { isLocale } from './locale.ts';
import { toPlainText, toWords } from './plain-text.ts';

/** What is longer is read up to here: no grammar looks further, and reading stays below a millisecond. */
const LENGTH_MAX = 2048;
const SEGMENTS_MAX = 24;
const PARAMETERS_MAX = 32;

/** One part of a path, in lower case, decoded, without accents. */
export interface Segment {
  /** With hyphens between words: `terms-of-use`. */
  readonly text: string;
  /** Without them, as words of the tables are compared: `termsofuse`. */
  readonly key: string;
  readonly words: readonly string[];
}

/** A URL in the parts that its kind shows in. */
export interface UrlParts {
  /** Lower case, punycode, without `www.`. Empty when there is none. */
  readonly host: string;
  /** The registrable domain, or the host when it has none. */
  readonly site: string;
  /** The registrable domain without its suffix: `amazon` of `amazon.co.uk`. */
  readonly siteName: string;
  /** Labels before the registrable domain, the outermost first. */
  readonly subdomains: readonly string[];
  /** Path as the grammars compare it: lower case, decoded, no language, no slash at its ends. */
  readonly path: string;
  /** The same without endings of files, pages of a list and index files. */
  readonly segments: readonly Segment[];
  /** Of the last segment, in lower case: `pdf`, `html`. */
  readonly extension: string;
  /** Names in lower case. */
  readonly query: ReadonlyMap<string, string>;
  readonly fragment: string;
  /** Whether the path names a language or country. */
  readonly hasLocale: boolean;
  /** Whether the path ends with the number of a page of a list. */
  readonly isLaterPage: boolean;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/iu;
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const INDEX_FILES = new Set(['index', 'default', 'home', 'main', 'start', 'startseite', 'welcome']);
const LATER_PAGE = /^(?:page|seite|pagina|pag|p|comment-page|strana|strona|sayfa)-?\d{1,4}$/u;
const PAGE_WORD = new Set(['page', 'seite', 'pagina', 'pag', 'strana', 'strona', 'sayfa']);
const EXTENSION = /^(.+)\.([a-z][a-z0-9]{1,5})$/u;
const PAGE_ENDINGS = new Set(['html', 'htm', 'php', 'shtml', 'asp', 'aspx', 'jsp']);
/** Variants of one page: for phones, for printing. */
const VARIANTS = new Set(['amp', 'print', 'printable', 'amp.html']);

/** The parts of a URL in any spelling; with or without scheme. Never throws: what cannot be parsed has an empty host. */
export function parseUrl(url: string): UrlParts {
  const text = url.slice(0, LENGTH_MAX).replaceAll(INVISIBLE, '').trim();
  const parsed = URL.parse(withScheme(text));
  const host = toHost(parsed?.hostname ?? '');
  const { domain, domainWithoutSuffix, subdomain } = parse(host, { validateHostname: false });
  const fragment = (parsed?.hash ?? '').slice(1);
  const route = /^!?\/(.*)$/u.exec(fragment);
  const raw = `${parsed?.pathname ?? ''}${route === null ? '' : `/${route[1] ?? ''}`}`;
  const all = raw
    .split('/', SEGMENTS_MAX * 2)
    .filter((part) => part !== '')
    .slice(0, SEGMENTS_MAX)
    .map(toPlainText)
    .filter((part) => part !== '');
  const pathParts = withoutLocale(all);
  return {
    host,
    site: domain ?? host,
    siteName: domainWithoutSuffix ?? '',
    subdomains: subdomain === null || subdomain === '' ? [] : subdomain.split('.'),
    path: pathParts.join('/'),
    ...toSegments(pathParts),
    query: parseQuery(parsed?.search ?? ''),
    fragment: route === null ? toPlainText(fragment) : '',
    hasLocale: pathParts.length < all.length,
  };
}

/** Longer names cannot be looked up. */
const HOST_LENGTH_MAX = 253;

function toHost(hostname: string): string {
  return hostname.length > HOST_LENGTH_MAX ? '' : hostname.replace(/\.+$/u, '').replace(/^www\d?\./u, '');
}

function withScheme(text: string): string {
  const scheme = SCHEME.exec(text)?.[0].toLowerCase();
  if (scheme === 'http:' || scheme === 'https:') return text;
  // `example.com:8080/x` begins like a scheme.
  if (scheme !== undefined && text.startsWith('//', scheme.length)) return `https${text.slice(scheme.length - 1)}`;
  return `https://${text.replace(/^\/+/u, '')}`;
}

/** Languages stand in the first two segments, those like `en-us` anywhere. */
function withoutLocale(parts: readonly string[]): readonly string[] {
  return parts.filter((part, at) => !isLocale(part, at));
}

function toSegments(parts: readonly string[]): Pick<UrlParts, 'segments' | 'extension' | 'isLaterPage'> {
  const rest = [...parts];
  let extension = '';
  let isLaterPage = false;
  while (rest.length > 0) {
    const last = rest.at(-1) ?? '';
    const file = EXTENSION.exec(last);
    const name = file?.[1] ?? last;
    if (file !== null && extension === '') extension = file[2] ?? '';
    const isNumberOfPage = /^\d{1,4}$/u.test(last) && PAGE_WORD.has(rest.at(-2) ?? '');
    if (isNumberOfPage || LATER_PAGE.test(last)) isLaterPage = true;
    else if (!INDEX_FILES.has(name) && !VARIANTS.has(last) && !isLocaleFile(file, rest.length - 1)) {
      rest[rest.length - 1] = name;
      break;
    }
    rest.splice(isNumberOfPage ? -2 : -1);
  }
  return { segments: rest.map(toSegment), extension, isLaterPage };
}

/** `en.html`, `index.de.html`: the front page or the index of a section in a language. */
function isLocaleFile(file: RegExpExecArray | null, index: number): boolean {
  const name = file?.[1];
  if (name === undefined || !PAGE_ENDINGS.has(file?.[2] ?? '')) return false;
  const [stem = '', language] = name.split('.');
  return language === undefined ? isLocale(stem, index) : INDEX_FILES.has(stem) && isLocale(language, 0);
}

/** @example toSegment('terms_of-use') // { text: 'terms-of-use', key: 'termsofuse', words: ['terms', 'of', 'use'] } */
export function toSegment(text: string): Segment {
  const words = toWords(text);
  return { text: words.join('-'), key: words.join(''), words };
}

function parseQuery(search: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const pair of search.slice(1).split('&', PARAMETERS_MAX)) {
    const [name = '', ...value] = pair.split('=');
    if (name !== '') query.set(toPlainText(name), toPlainText(value.join('=')));
  }
  return query;
}
