import { createReadStream } from 'node:fs';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { UnreadableFileError } from './unreadable.ts';

/** Times that a packed file may become larger. Text of years of positions packs to about a twentieth. */
const RATIO_MAX = 200;
/** Below this size the ratio says nothing. */
const RATIO_FROM_BYTES = 1_048_576;
const UNPACKED_BYTES_MAX = 16 * 1_073_741_824;
export const PIECE_BYTES = 262_144;

/** Packed bytes that lie in a file. */
export interface Packed {
  readonly path: string;
  readonly start: number;
  readonly bytes: number;
  readonly method: 'gzip' | 'deflate' | 'stored';
  /** Checksum of what comes out; undefined: the bytes hold their own. */
  readonly crc: number | undefined;
}

/** The bytes that come out. @throws UnreadableFileError for a broken or cut one, and one that becomes too large */
export async function* unpack(packed: Packed): AsyncGenerator<Buffer> {
  let unpacked = 0;
  let crc = 0;
  try {
    for await (const chunk of inflate(packed)) {
      unpacked += chunk.length;
      if (unpacked > UNPACKED_BYTES_MAX || (unpacked > RATIO_FROM_BYTES && unpacked > packed.bytes * RATIO_MAX))
        throw new UnreadableFileError(`The packed file becomes more than ${RATIO_MAX} times larger than it is`);
      if (packed.crc !== undefined) crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(`The packed file is broken or cut, ${unpacked} bytes after its beginning`, error);
  }
  if (packed.crc !== undefined && crc !== packed.crc)
    throw new UnreadableFileError('The packed file is broken: its checksum is another one');
}

async function* inflate({ path, start, bytes, method }: Packed): AsyncGenerator<Buffer> {
  if (bytes === 0) return;
  const source = createReadStream(path, { start, end: start + bytes - 1, highWaterMark: PIECE_BYTES });
  if (method === 'stored') return yield* source as AsyncIterable<Buffer>;
  const inflating = method === 'gzip' ? createGunzip() : createInflateRaw();
  source.on('error', (error) => inflating.destroy(error)).pipe(inflating);
  try {
    yield* inflating as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
    inflating.destroy();
  }
}
