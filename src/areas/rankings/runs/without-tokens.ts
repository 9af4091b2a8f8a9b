import { isPacked, packBytes, unpackBytes } from '#kernel/packed-bytes.ts';

/**
 * The provider repeats in its answers to where it was to deliver them, and that address holds a token. These
 * functions take it out of what is kept, shown and exported; everything else stays as received.
 */

const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
const REMOVED = '[removed]';
const TOKEN = /sl[ds]_[\w-]{20,}/gu;
/** Of releases up to 0.1.0, whose token looked like nothing else: only inside an address of ours. */
const SHARED_TOKEN = /(\/webhooks\\?\/provider\\?\/(?:postback|pingback)\?[^"\s]{0,300}?token(?:=|%3D|\\u003d))[\w-]+/giu;
/** What tokens begin with, and the addresses that hold those of older releases. */
const MARK = /sl[ds]_|webhooks/gu;
/** An address of ours with its token is shorter, whichever of the marks it holds. */
const PIECE_BYTES = 1_024;

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

/** Byte for byte: an answer need not be well-formed text. Only the pieces around the marks are looked at as text. */
function cleanPlain(plain: Buffer): Buffer {
  const parts: Buffer[] = [];
  let done = 0;
  for (const { begin, end } of listPieces(plain)) {
    const text = plain.toString('latin1', begin, end);
    const clean = removeTokens(text);
    if (clean === text) continue;
    parts.push(plain.subarray(done, begin), Buffer.from(clean, 'latin1'));
    done = end;
  }
  return parts.length === 0 ? plain : Buffer.concat([...parts, plain.subarray(done)]);
}

interface Piece {
  readonly begin: number;
  readonly end: number;
}

/** Pieces around every mark, in order; those that touch are one, so that none begins or ends within a token. */
function listPieces(plain: Buffer): Piece[] {
  const pieces: Piece[] = [];
  // One byte is one character: bytes that are no well-formed text keep their places.
  for (const { index: place } of plain.toString('latin1').matchAll(MARK)) {
    const piece = { begin: Math.max(0, place - 1), end: Math.min(plain.length, place + PIECE_BYTES) };
    const last = pieces.at(-1);
    if (last !== undefined && piece.begin <= last.end) pieces.splice(-1, 1, { begin: last.begin, end: piece.end });
    else pieces.push(piece);
  }
  return pieces;
}
