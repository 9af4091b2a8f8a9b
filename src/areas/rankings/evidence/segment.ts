import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { toDay } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { isPacked, unpackBytes } from '#kernel/packed-bytes.ts';
import { withoutTokens } from '#purchases/index.ts';
import type { UnpackedAnswer } from './store/unpacked.ts';

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

export interface PlacedAnswer extends UnpackedAnswer {
  readonly place: Place;
}

/** Answers of one day (UTC, of the observed world), packed together. */
export interface Segment {
  readonly id: string;
  readonly day: string;
  readonly packed: Buffer;
  readonly answers: readonly PlacedAnswer[];
}

/** Packs answers into segments, in their order within a day. */
export async function packSegments(answers: readonly UnpackedAnswer[]): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const [day, own] of Map.groupBy(answers, ({ createdAt }) => toDay(createdAt))) {
    let open = startSegment(day);
    for (const answer of own) {
      const plain = await toPlain(answer.answer);
      if (open.bytes > 0 && open.bytes + plain.length > SEGMENT_BYTES_MAX) {
        segments.push(await close(open));
        open = startSegment(day);
      }
      open.answers.push({ ...answer, place: { segment: open.id, firstByte: open.bytes, bytes: plain.length } });
      open.parts.push(plain);
      open.bytes += plain.length;
    }
    segments.push(await close(open));
  }
  return segments;
}

/** The bytes of all answers of a segment, one after the other. */
export async function unpackSegment(packed: Buffer): Promise<Buffer> {
  return await decompress(packed, { maxOutputLength: SEGMENT_BYTES_MAX + ANSWER_BYTES_MAX });
}

interface OpenSegment {
  readonly id: string;
  readonly day: string;
  bytes: number;
  readonly parts: Buffer[];
  readonly answers: PlacedAnswer[];
}

function startSegment(day: string): OpenSegment {
  return { id: newId('seg_'), day, bytes: 0, parts: [], answers: [] };
}

async function close({ id, day, parts, bytes, answers }: OpenSegment): Promise<Segment> {
  return { id, day, answers, packed: await compress(Buffer.concat(parts, bytes), { ...PACK_OPTIONS, pledgedSrcSize: bytes }) };
}

/** An answer unpacked and without tokens, or as it came when that would not show it as it came: damaged, too large, or packed twice. */
async function toPlain(answer: Buffer): Promise<Buffer> {
  if (!isPacked(answer)) return await withoutTokens(answer);
  const plain = await unpackBytes(answer, { bytesMax: ANSWER_BYTES_MAX }).catch(() => undefined);
  return plain === undefined || isPacked(plain) ? answer : await withoutTokens(plain);
}
