/** A keyword as it is compared: trimmed, single spaces, lower case, composed Unicode. */
export function normalizeKeyword(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** A number with its word. @example formatPlural(1, 'line') // 1 line @example formatPlural(2, 'category', 'categories') // 2 categories */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Fewest different characters of a password that a person chooses. */
export const PASSWORD_DIFFERENT_MIN = 6;

/** How many different characters a text has, blanks and case left aside: a long text of few is guessed like a short one. */
export function countDifferent(text: string): number {
  return new Set(text.toLowerCase().replaceAll(/\s/gu, '')).size;
}

/** What no text shows and some programs obey: control characters, and marks that turn the order of letters round. */
const HIDDEN = /[[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]--[\t\n]]/gv;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const ELLIPSIS = '…';

/** A text as HTML, in an element or in a quoted attribute. Everything from outside goes through here, and only here. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}

/** Text of several lines without what is hidden in it, at most so many characters long. */
export function toPlain(text: string, lengthMax: number): string {
  return cutText(text.toWellFormed().replaceAll(/\r\n?/gu, '\n').replaceAll(HIDDEN, '').trim(), lengthMax);
}

/** The same in one line. */
export function toLine(text: string, lengthMax: number): string {
  return cutText(toPlain(text, Infinity).replaceAll(/\s+/gu, ' '), lengthMax);
}

/** @returns a text of at most so many UTF-16 units; what is cut ends with `…`, and no character is cut in two */
function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  if (lengthMax < 1) return '';
  return `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/u, '')}${ELLIPSIS}`;
}

const URL_LENGTH_MAX = 2_000;

/** A web address as a link may lead to it; undefined for every other scheme, such as `javascript:`, and for what is no address. */
export function toWebUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username !== '' || url.password !== '' || url.href.length > URL_LENGTH_MAX ? undefined : url.href;
}
