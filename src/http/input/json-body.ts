import type { FieldProblem } from '#kernel/errors.ts';

/**
 * JSON bodies are measured before they are parsed (docs/spec-gaps.md, section 8): what a parser and the
 * schemas do grows with levels and values and hardly with bytes, so a short body could stop the
 * process for seconds.
 */

/** Body of a request, in bytes, unless its endpoint takes more. */
export const BODY_BYTES_MAX = 1_048_576;
/** Limit of endpoints that take lists of keywords. */
export const KEYWORD_LIST_BYTES_MAX = 2 * BODY_BYTES_MAX;
/** Limit of the provider's deliveries, which are kept as they come and not parsed. */
export const DELIVERY_BYTES_MAX = 8 * BODY_BYTES_MAX;

/** Objects and lists inside each other. */
export const JSON_DEPTH_MAX = 64;
/** Values of one body, in all objects and lists together: four times what the longest list of keywords has. */
export const JSON_VALUES_MAX = 50_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Looks at each byte at most once and keeps nothing; whether the text is JSON is for the parser to say.
 * @returns what forbids parsing the body, `undefined` when it may be parsed
 */
export function findShapeProblem(bytes: Uint8Array): FieldProblem | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = findEndOfText(bytes, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
    }
    if (depth > JSON_DEPTH_MAX) return { path: 'body', message: `must not be nested deeper than ${JSON_DEPTH_MAX} levels` };
    if (values > JSON_VALUES_MAX) return { path: 'body', message: `must have at most ${JSON_VALUES_MAX} values` };
  }
  return undefined;
}

/** Where the text that begins at a quote ends: its closing quote, or the last byte. */
function findEndOfText(bytes: Uint8Array, quoteAt: number): number {
  let at = quoteAt + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
