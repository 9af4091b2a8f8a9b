import type { Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { OutsideError } from '#kernel/errors.ts';
import { unpackBytes } from '#kernel/packed-bytes.ts';
import { firstOf, type HttpHeaders } from './http-errors.ts';

/** What has come of an answer's body. */
export interface TakenBody {
  /** Unpacked. */
  readonly body: Buffer;
  /** As it came over the line, packed or not. */
  readonly received: Buffer;
  readonly isCut: boolean;
}

export interface BodyLimits {
  readonly service: string;
  /** Counted as received and as unpacked. */
  readonly bytesMax: number;
  /** What is beyond is left unread, instead of failing the call. */
  readonly cutsBody: boolean;
  /** Takes the unpacked body part by part, and gives how much of a part is still wanted when nothing after it is. */
  readonly findEnd?: ((part: Buffer) => number | undefined) | undefined;
}

type Body = Readable & { dump(limits: { readonly limit: number }): Promise<unknown> };

/** An unwanted body up to this size is read to its end, so that its connection can be used again. */
const DUMP_BYTES_MAX = 16 * 1_024;
/** Packed data up to this size is unpacked at once: another thread would take longer to be asked. */
const AT_ONCE_BYTES_MAX = 64 * 1_024;
const NOTHING: TakenBody = { body: Buffer.alloc(0), received: Buffer.alloc(0), isCut: false };

/**
 * Reads a body within its limits.
 * @throws OutsideError `http` when it is larger than it may be, `parse` when it cannot be unpacked
 */
export async function takeBody(stream: Readable, headers: HttpHeaders, limits: BodyLimits): Promise<TakenBody> {
  const { service, bytesMax, cutsBody, findEnd } = limits;
  const encoding = firstOf(headers['content-encoding'])?.trim().toLowerCase() ?? 'identity';
  const isPlain = encoding === 'identity' || encoding === '';
  const { bytes: received, isCut } = await readBytes(stream, bytesMax, isPlain ? findEnd : undefined);
  if (isCut && !cutsBody) throw tooLarge(limits);
  if (isPlain || received.length === 0) return { body: received, received, isCut };
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw unreadable(service, `the encoding ${encoding} was not asked for`);
  if (cutsBody) return await unpackBeginning(received, isCut, limits);
  return { body: await unpackWhole(received, limits), received, isCut };
}

/** Leaves a body unread. */
export async function skipBody(stream: Body, headers: HttpHeaders): Promise<TakenBody> {
  const length = Number(firstOf(headers['content-length']) ?? Number.POSITIVE_INFINITY);
  if (length <= DUMP_BYTES_MAX) await stream.dump({ limit: DUMP_BYTES_MAX });
  else stream.on('error', () => undefined).destroy();
  return NOTHING;
}

/** Reads until there is more than `bytesMax`, or the end is found; then the stream is destroyed, and no more than that comes back. */
async function readBytes(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
  findEnd?: BodyLimits['findEnd'],
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let end = bytesMax;
  for await (const chunk of stream) {
    chunks.push(chunk);
    const wanted = findEnd?.(chunk);
    if (wanted !== undefined) end = Math.min(end, length + wanted);
    length += chunk.length;
    if (length > end) break;
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, end)), isCut: length > end };
}

async function unpackWhole(received: Buffer, limits: BodyLimits): Promise<Buffer> {
  try {
    return await unpackBytes(received, { bytesMax: limits.bytesMax });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limits);
    throw unreadable(limits.service, 'its gzip data is damaged', error);
  }
}

/** Unpacks as far as the limit goes: a bomb costs no more than a page. */
async function unpackBeginning(received: Buffer, isReceivedCut: boolean, { service, bytesMax, findEnd }: BodyLimits): Promise<TakenBody> {
  const isLong = isReceivedCut || received.length > AT_ONCE_BYTES_MAX || findEnd !== undefined;
  const small = isLong ? undefined : unpackSmall(received, bytesMax);
  if (small !== undefined) return { body: small, received, isCut: false };
  // What came before the cut is good.
  const gunzipped = createGunzip(isReceivedCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {});
  gunzipped.end(received);
  try {
    const { bytes, isCut } = await readBytes(gunzipped, bytesMax, findEnd);
    return { body: bytes, received, isCut: isCut || isReceivedCut };
  } catch (error) {
    throw unreadable(service, 'its gzip data is damaged', error);
  }
}

/** @returns nothing when it is damaged or larger than it may be */
function unpackSmall(received: Buffer, bytesMax: number): Buffer | undefined {
  try {
    return gunzipSync(received, { maxOutputLength: bytesMax });
  } catch {
    return undefined;
  }
}

function tooLarge({ service, bytesMax }: BodyLimits): OutsideError {
  return new OutsideError({ service, kind: 'http', message: `${service} answered with more than ${bytesMax} bytes`, retryable: false });
}

function unreadable(service: string, why: string, cause?: unknown): OutsideError {
  return new OutsideError({ service, kind: 'parse', message: `${service} gave an unreadable answer: ${why}`, cause });
}
