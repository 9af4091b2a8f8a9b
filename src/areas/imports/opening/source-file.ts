import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { decodeText, findEncoding, type Encoding } from './decode-text.ts';
import { UnreadableFileError } from './unreadable.ts';

/** Times that a packed file may become larger. Text of years of positions packs to about a twentieth. */
const RATIO_MAX = 200;
/** Below this size the ratio says nothing. */
const RATIO_FROM_BYTES = 1_048_576;
const UNPACKED_BYTES_MAX = 16 * 1_073_741_824;
const HEAD_BYTES = 262_144;
const PIECE_BYTES = 262_144;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A file of another program as it lies on the disk. Nothing is opened before it is asked for. */
export interface SourceFile {
  readonly path: string;
  /** The user's name of it. */
  readonly name: string;
  readonly isPacked: boolean;
  /** Its first bytes, unpacked. */
  readonly head: Buffer;
  readonly encoding: Encoding;
  /** @throws UnreadableFileError for a broken gzip, or one that becomes too large */
  bytes(): AsyncIterable<Buffer>;
  text(): AsyncIterable<string>;
}

/** @throws UnreadableFileError for an empty file, or one that is packed and broken */
export async function openSourceFile(path: string, name: string): Promise<SourceFile> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFileError('The file is empty');
  const first = await readFirst(path, GZIP.length);
  const isPacked = first.equals(GZIP);
  const bytes = isPacked ? () => unpack(path, size) : () => createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>;
  const head = isPacked ? await takeHead(bytes()) : await readFirst(path, HEAD_BYTES);
  const encoding = findEncoding(head);
  return { path, name, isPacked, head, encoding, bytes, text: () => decodeText(bytes(), encoding) };
}

async function readFirst(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function takeHead(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const taken: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    taken.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(taken).subarray(0, HEAD_BYTES);
}

async function* unpack(path: string, packed: number): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > UNPACKED_BYTES_MAX || (unpacked > RATIO_FROM_BYTES && unpacked > packed * RATIO_MAX))
        throw new UnreadableFileError(`The packed file becomes more than ${RATIO_MAX} times larger than it is`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(`The packed file is broken or cut, ${unpacked} bytes after its beginning`, error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
