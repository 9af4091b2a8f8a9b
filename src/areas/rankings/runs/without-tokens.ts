import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/**
 * The provider repeats in its answers to where it was to deliver them, and that address holds a token. These
 * functions take it out of what is kept, shown and exported; everything else stays as received.
 */

const GZIP_MAGIC = [0x1f, 0x8b];
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
const REMOVED = '[removed]';
const TOKEN = /sl[ds]_[\w-]{20,}/gu;
/** Of releases up to 0.1.0, whose token looked like nothing else: only inside an address of ours. */
const SHARED_TOKEN = /(\/webhooks\\?\/provider\\?\/(?:postback|pingback)\?[^"\s]{0,300}?token(?:=|%3D|\\u003d))[\w-]+/giu;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Bytes that begin as gzip does. */
export function isPacked(bytes: Uint8Array): boolean {
  return GZIP_MAGIC.every((byte, at) => bytes[at] === byte);
}

/** A text without tokens of deliveries. */
export function removeTokens(text: string): string {
  return text.replace(TOKEN, REMOVED).replace(SHARED_TOKEN, `$1${REMOVED}`);
}

/**
 * An answer without tokens of deliveries: the same bytes if it held none, else packed as it was. What looks
 * packed and cannot be unpacked, or unpacks to more than 32 MiB, becomes empty: it might hold a token.
 */
export async function withoutTokens(answer: Buffer): Promise<Buffer> {
  if (!isPacked(answer)) return cleanPlain(answer);
  // Of data that was cut short, what there is.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: UNPACKED_BYTES_MAX };
  const plain = await unpack(answer, options).catch(() => undefined);
  if (plain === undefined) return Buffer.alloc(0);
  const clean = cleanPlain(plain);
  return clean === plain ? answer : await pack(clean);
}

/** Byte for byte: an answer need not be well-formed text. */
function cleanPlain(plain: Buffer): Buffer {
  const text = plain.toString('latin1');
  const clean = removeTokens(text);
  return clean === text ? plain : Buffer.from(clean, 'latin1');
}
