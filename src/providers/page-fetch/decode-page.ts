const META_BYTES_MAX = 1_024;
/** Enough of a text to decide between UTF-8 with an error and another charset. */
const SAMPLE_CHARACTERS = 200_000;
const FALLBACK = 'windows-1252';
const IN_HEADER = /charset\s*=\s*["']?\s*([^\s"';,]+)/iu;
const IN_META = /<meta\b[^>]*?charset\s*=\s*["']?\s*([^\s"'/;>]+)/iu;
const IN_DECLARATION = /^\s*<\?xml\b[^>]*?encoding\s*=\s*["']([^"']+)/iu;
const BYTE_ORDER_MARKS: readonly (readonly [charset: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

export interface Decoded {
  readonly text: string;
  /** By the name that the Encoding Standard has for it. */
  readonly charset: string;
}

/**
 * Turns the bytes of a page into text: by its byte order mark, else by the charset of the header, else by
 * the one that its first kilobyte names; without any of them as UTF-8 when it decodes, else as windows-1252.
 * Never fails: what cannot be decoded becomes U+FFFD. A letter that the cut went through is left out.
 */
export function decodePage(bytes: Buffer, page: { readonly typeHeader: string | undefined; readonly isCut: boolean }): Decoded {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const named = marked ?? findLabel(IN_HEADER, page.typeHeader) ?? findNamedInPage(bytes);
  if (named !== undefined && named !== 'utf-8') return decode(bytes, named, page.isCut);
  return marked === undefined ? decodeProbablyUtf8(bytes, page.isCut) : decode(bytes, 'utf-8', page.isCut);
}

function findNamedInPage(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, META_BYTES_MAX);
  const named = findLabel(IN_META, beginning) ?? findLabel(IN_DECLARATION, beginning);
  // The name was readable as ASCII, so the text is not UTF-16.
  return named?.startsWith('utf-16') === true ? 'utf-8' : named;
}

/** The charset by its standard name; undefined for unknown labels. */
function findLabel(pattern: RegExp, text: string | undefined): string | undefined {
  const label = text === undefined ? undefined : pattern.exec(text)?.[1];
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer, charset: string, isCut: boolean): Decoded {
  return { text: new TextDecoder(charset).decode(bytes, { stream: isCut }), charset };
}

/** A page may call itself UTF-8 and not be it; one wrong byte alone does not prove that. */
function decodeProbablyUtf8(bytes: Buffer, isCut: boolean): Decoded {
  const decoded = decode(bytes, 'utf-8', isCut);
  return hasMoreWrongThanRight(decoded.text) ? decode(bytes, FALLBACK, isCut) : decoded;
}

function hasMoreWrongThanRight(text: string): boolean {
  let balance = 0;
  for (let at = 0; at < text.length && at < SAMPLE_CHARACTERS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) balance += 1;
    else if (code > 0x7f) balance -= 1;
  }
  return balance > 0;
}
