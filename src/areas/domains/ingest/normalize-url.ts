/** The same bound as of fields that take addresses, so that every stored address can be asked about. */
export const URL_LENGTH_MAX = 2048;

/** Parameters that say where a visitor came from and never select a page. */
const TRACKING_PREFIXES = ['utm_', 'pk_', 'piwik_', 'mtm_', 'hsa_', '_hs'] as const;
const TRACKING_NAMES: ReadonlySet<string> = new Set([
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'srsltid',
  '_ga',
  '_gl',
  'fbclid',
  'igshid',
  'igsh',
  'msclkid',
  'yclid',
  'ysclid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'epik',
  'scid',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'oly_anon_id',
  'oly_enc_id',
  'vero_id',
  's_kwcid',
  'ef_id',
  'wickedid',
]);

/** An address of the web in the one form in which it is stored and compared. */
export interface NormalUrl {
  readonly url: string;
  /** Without the port. */
  readonly host: string;
}

/**
 * The one form of an address: scheme and host in lower case and punycode,
 * without user, default port, trailing dot, fragment and tracking parameters, the other parameters sorted
 * by name. `http` and `https`, and `www.` and none, stay apart: which of them serve the same page only
 * the page itself can say, and addresses merged by mistake can never be separated again.
 * @returns undefined for what is no http or https address, or longer than `URL_LENGTH_MAX`
 * @example normalizeUrl('HTTP://Example.com:80/a?b=1&utm_source=x&a=2#top') // { url: 'http://example.com/a?a=2&b=1', host: 'example.com' }
 */
export function normalizeUrl(text: string): NormalUrl | undefined {
  if (text.length > URL_LENGTH_MAX) return undefined;
  const parsed = URL.parse(text);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  const host = parsed.hostname.replace(/\.$/u, '');
  if (host === '' || host.endsWith('.') || host.startsWith('.') || host.includes('..')) return undefined;
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  const url = upperEscapes(`${parsed.protocol}//${host}${port}${parsed.pathname}${normalizeQuery(parsed.search)}`);
  return url.length > URL_LENGTH_MAX ? undefined : { url, host };
}

/** The pairs as they are written, since a site may distinguish `+` from `%20`; those of one name keep their order. */
function normalizeQuery(search: string): string {
  if (search.length < 2) return '';
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(nameOf(pair)));
  if (pairs.length === 0) return '';
  return `?${pairs.toSorted(byName).join('&')}`;
}

function nameOf(pair: string): string {
  const at = pair.indexOf('=');
  return at === -1 ? pair : pair.slice(0, at);
}

function byName(a: string, b: string): number {
  const [first, second] = [upperEscapes(nameOf(a)), upperEscapes(nameOf(b))];
  return first < second ? -1 : first > second ? 1 : 0;
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return TRACKING_NAMES.has(lower) || TRACKING_PREFIXES.some((prefix) => lower.startsWith(prefix));
}

/** `%c3` and `%C3` are one byte. */
function upperEscapes(text: string): string {
  return text.includes('%') ? text.replaceAll(/%[0-9a-f]{2}/giu, (escape) => escape.toUpperCase()) : text;
}
