import { isPacked, packBytes, unpackBytes } from '#kernel/packed-bytes.ts';

/**
 * The provider repeats in its answers to where it was to deliver them, and that address holds a token. These
 * functions take it out of what is packed, shown and exported; everything else stays as received.
 */

const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
const REMOVED = '[removed]';
const TOKEN = /sl[ds]_[\w-]{20,200}/gu;
/** Tokens of releases up to 0.1.0, which looked like nothing else: only inside an address of ours. */
const SHARED_TOKEN = /(\/webhooks\\?\/provider\\?\/(?:postback|pingback)\?[^"\s]{0,300}?token(?:=|%3D|\\u003d))[\w-]{1,200}/giu;
/** A text without tokens of deliveries. */
export function removeTokens(text: string): string {
  return text.replace(TOKEN, REMOVED).replace(SHARED_TOKEN, `$1${REMOVED}`);
}

/**
 * An answer without tokens of deliveries: the same bytes if it held none, else packed if it was. What looks
 * packed and cannot be unpacked, or unpacks to more than 32 MiB, becomes empty: it might hold a token.
 */
export async function withoutTokens(answer: Buffer): Promise<Buffer> {
  if (!isPacked(answer)) return cleanPlain(answer);
  const plain = await unpackAnswer(answer);
  if (plain === undefined) return Buffer.alloc(0);
  const clean = cleanPlain(plain);
  return clean === plain ? answer : packBytes(clean);
}

/** The bytes of a packed answer, or what there is of one that was cut short; `undefined`: they cannot be unpacked, or are more than 32 MiB. */
export async function unpackAnswer(packed: Buffer): Promise<Buffer | undefined> {
  return await unpackBytes(packed, { bytesMax: UNPACKED_BYTES_MAX, takesCut: true }).catch(() => undefined);
}

/** Beginnings of tokens, and of addresses with one; the provider repeats an address as it got it, so in lower case. */
const BEGINNINGS = ['sld_', 'sls_', '/webhooks'];
/** Longest text that is removed, with the address around it. */
const LENGTH_MAX = 600;

function cleanPlain(plain: Buffer): Buffer {
  const [first = plain, ...more] = toCleanParts(plain);
  return more.length === 0 ? first : Buffer.concat([first, ...more]);
}

/**
 * An answer that is not packed, without tokens, in pieces: itself if it held none. Byte for byte, as latin1 reads and writes
 * them: an answer need not be well-formed text. Only from the first beginning to the last is read as text: in an answer that
 * is a hundredth of it.
 */
export function toCleanParts(plain: Buffer): readonly Buffer[] {
  const firsts = BEGINNINGS.map((word) => plain.indexOf(word)).filter((at) => at >= 0);
  if (firsts.length === 0) return [plain];
  const begin = Math.min(...firsts);
  const end = Math.max(...BEGINNINGS.map((word) => plain.lastIndexOf(word))) + LENGTH_MAX;
  const text = plain.toString('latin1', begin, end);
  const clean = removeTokens(text);
  return clean === text ? [plain] : [plain.subarray(0, begin), Buffer.from(clean, 'latin1'), plain.subarray(end)];
}
