import { ToolRefusal } from '#area/assistant-tool.ts';
import { toQuoted } from '#area/tool-fields.ts';
import { ANSWER_BYTES_MAX, countFitting } from '../mcp/cut-to-size.ts';

type Body = Readonly<Record<string, unknown>>;

/** The longest text in an answer, in characters. */
const TEXT_MAX = 500;

/**
 * An answer of the service as foreign text: each text without what does not show and cut, and the longest list cut to what fits.
 * @throws ToolRefusal 413 when it is too long without that list too
 */
export function fitAnswer(body: Body): { readonly quoted: Body; readonly hint?: string } {
  const quoted = quote(body) as Body;
  if (toBytes(quoted) <= ANSWER_BYTES_MAX) return { quoted };
  const [name, rows] = findLongest(quoted);
  const rest = { ...quoted, [name]: [] };
  if (toBytes(rest) > ANSWER_BYTES_MAX) throw tooLarge(toBytes(quoted));
  const shown = rows.slice(0, countFitting(rest, rows));
  if (toBytes({ ...rest, [name]: shown }) > ANSWER_BYTES_MAX) throw tooLarge(toBytes(quoted));
  return {
    quoted: { ...quoted, [name]: shown },
    hint: `${rows.length - shown.length} of ${rows.length} ${name} did not fit: ask with limit and offset, or only for the fields that you need.`,
  };
}

function quote(value: unknown): unknown {
  if (typeof value === 'string') return toQuoted(value, TEXT_MAX);
  if (Array.isArray(value)) return value.map(quote);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, quote(inner)]));
}

function findLongest(body: Body): readonly [string, readonly unknown[]] {
  const lists = Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value as unknown[]] as const] : []));
  const [longest] = lists.toSorted(([, one], [, other]) => toBytes(other) - toBytes(one));
  if (longest === undefined) throw tooLarge(toBytes(body));
  return longest;
}

function toBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function tooLarge(bytes: number): ToolRefusal {
  return new ToolRefusal(413, {
    error: 'Answer too large',
    message: `The answer has ${bytes} bytes; at most ${ANSWER_BYTES_MAX} are shown.`,
    hint: 'Ask with a smaller limit, or only for the fields that you need (query `fields`).',
  });
}
