import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { toDay } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { isPacked, unpackBytes } from '#kernel/packed-bytes.ts';
import { toCleanParts } from '../postback/without-tokens.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Answers repeat each other: eighty together take little more than half of what they take alone. More would not be smaller, and all cost a reader. */
const SEGMENT_BYTES_MAX = 8 * 1024 * 1024;
/** Of one answer. What unpacks to more is kept as it is. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** Level 9 takes a sixth less room for twice the time. */
const PACK_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 5, [constants.ZSTD_c_windowLog]: 23 } };

/** Where an answer lies: in the unpacked bytes of a segment. */
export interface Place {
  readonly segment: string;
  /** Counted from 0. */
  readonly firstByte: number;
  readonly bytes: number;
}

/** An answer as received: packed with gzip or zstd, or not; of an instant of the observed world. */
export interface DatedAnswer {
  readonly createdAt: Date;
  readonly answer: Buffer;
}

export type PlacedAnswer<Answer extends DatedAnswer> = Answer & { readonly place: Place };

/** Answers of one day (UTC, of the observed world), packed together. */
export interface Segment<Answer extends DatedAnswer = DatedAnswer> {
  readonly id: string;
  readonly day: string;
  readonly packed: Buffer;
  /** The same bytes unpacked. */
  readonly plain: Buffer;
  readonly answers: readonly PlacedAnswer<Answer>[];
}

/** Packs answers into segments, in their order within a day. */
export async function packSegments<Answer extends DatedAnswer>(answers: readonly Answer[]): Promise<Segment<Answer>[]> {
  const segments: Segment<Answer>[] = [];
  for (const [day, own] of Map.groupBy(answers, ({ createdAt }) => toDay(createdAt))) {
    let open = startSegment<Answer>(day);
    for (const answer of own) {
      const parts = await toPlain(answer.answer);
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      if (open.bytes > 0 && open.bytes + bytes > SEGMENT_BYTES_MAX) {
        segments.push(await close(open));
        open = startSegment<Answer>(day);
      }
      open.answers.push({ ...answer, place: { segment: open.id, firstByte: open.bytes, bytes } });
      open.parts.push(...parts);
      open.bytes += bytes;
    }
    segments.push(await close(open));
  }
  return segments;
}

/** The bytes of all answers of a segment, one after the other. */
export async function unpackSegment(packed: Buffer): Promise<Buffer> {
  return await decompress(packed, { maxOutputLength: SEGMENT_BYTES_MAX + ANSWER_BYTES_MAX });
}

/** SHA-256 of an answer as received, in hexadecimal digits. */
export function toDigest(answer: Buffer): string {
  return createHash('sha256').update(answer).digest('hex');
}

interface OpenSegment<Answer extends DatedAnswer> {
  readonly id: string;
  readonly day: string;
  bytes: number;
  readonly parts: Buffer[];
  readonly answers: PlacedAnswer<Answer>[];
}

function startSegment<Answer extends DatedAnswer>(day: string): OpenSegment<Answer> {
  return { id: newId('seg_'), day, bytes: 0, parts: [], answers: [] };
}

async function close<Answer extends DatedAnswer>({ id, day, parts, bytes, answers }: OpenSegment<Answer>): Promise<Segment<Answer>> {
  const plain = Buffer.concat(parts, bytes);
  return { id, day, answers, plain, packed: await compress(plain, { ...PACK_OPTIONS, pledgedSrcSize: bytes }) };
}

/** An answer unpacked and without tokens, in pieces, or as it came when that would not show it as it came: damaged, too large, or packed twice. */
async function toPlain(answer: Buffer): Promise<readonly Buffer[]> {
  if (!isPacked(answer)) return toCleanParts(answer);
  const plain = await unpackBytes(answer, { bytesMax: ANSWER_BYTES_MAX }).catch(() => undefined);
  return plain === undefined || isPacked(plain) ? [answer] : toCleanParts(plain);
}
