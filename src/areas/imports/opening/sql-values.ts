import { UnreadableFileError } from './unreadable.ts';

/** A literal of a dump: a text, a number as it stands there, bytes, or nothing. */
export type SqlValue = string | Buffer | null;

const NUMBER_OR_NULL = /(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|null|true|false)/iy;
const BLANK = /\s*/y;

/**
 * Reads one `(…)` of literals at a place of a text, and the `,` or `;` behind it. Nothing is ever worked out: an
 * expression or a function is refused. Quotes are doubled inside texts, and a backslash is a character like others.
 * @returns undefined when the text ends before that
 * @throws UnreadableFileError for anything but literals
 */
export function readTuple(
  text: string,
  start: number,
): { readonly values: readonly SqlValue[]; readonly next: number; readonly isLast: boolean } | undefined {
  let at = skipBlank(text, start);
  if (at >= text.length) return undefined;
  if (text[at] !== '(') throw refuse(text, at);
  const values: SqlValue[] = [];
  for (let isOpen = true; isOpen;) {
    const literal = readLiteral(text, skipBlank(text, at + 1));
    if (literal === undefined) return undefined;
    values.push(literal.value);
    at = skipBlank(text, literal.next);
    if (at >= text.length) return undefined;
    if (text[at] === ')') isOpen = false;
    else if (text[at] !== ',') throw refuse(text, at);
  }
  at = skipBlank(text, at + 1);
  if (at >= text.length) return undefined;
  if (text[at] !== ',' && text[at] !== ';') throw refuse(text, at);
  return { values, next: at + 1, isLast: text[at] === ';' };
}

function readLiteral(text: string, at: number): { readonly value: SqlValue; readonly next: number } | undefined {
  const first = text[at];
  if (first === undefined) return undefined;
  if (first === "'") return readQuoted(text, at);
  if ((first === 'X' || first === 'x') && (text[at + 1] ?? "'") === "'") {
    const quoted = at + 1 < text.length ? readQuoted(text, at + 1) : undefined;
    if (quoted === undefined) return undefined;
    if (!/^(?:[0-9a-f]{2})*$/iu.test(quoted.value)) throw refuse(text, at);
    return { value: Buffer.from(quoted.value, 'hex'), next: quoted.next };
  }
  NUMBER_OR_NULL.lastIndex = at;
  const [word] = NUMBER_OR_NULL.exec(text) ?? [];
  if (word === undefined) {
    // A word may go on in the next piece.
    if (text.length - at < 5) return undefined;
    throw refuse(text, at);
  }
  if (at + word.length >= text.length) return undefined;
  return { value: word.toLowerCase() === 'null' ? null : word, next: at + word.length };
}

function readQuoted(text: string, start: number): { readonly value: string; readonly next: number } | undefined {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf("'", at);
    // The character behind decides whether the quote is doubled.
    if (quote === -1 || quote + 1 >= text.length) return undefined;
    if (text[quote + 1] !== "'") {
      const raw = text.slice(start + 1, quote);
      return { value: raw.includes("''") ? raw.replaceAll("''", "'") : raw, next: quote + 1 };
    }
    at = quote + 2;
  }
}

function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.exec(text);
  return BLANK.lastIndex;
}

function refuse(text: string, at: number): UnreadableFileError {
  return new UnreadableFileError(`"${text.slice(at, at + 40)}" stands in the dump where a plain value is expected; nothing is executed`);
}
