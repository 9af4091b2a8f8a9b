import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { chooseEntries, toFileName } from './choose-entries.ts';
import { decodeText, findEncoding, type Encoding } from './decode-text.ts';
import { PIECE_BYTES, unpack, type Packed } from './unpack.ts';
import { UnreadableFileError } from './unreadable.ts';
import { findZipBytes, isZip, listZipEntries } from './zip-directory.ts';

const HEAD_BYTES = 262_144;
/** Bytes of a packed file that are put on the disk beside it. */
const DISK_BYTES_MAX = 2 * 1_073_741_824;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A file of another program as it lies on the disk. Nothing is opened before it is asked for. */
export interface SourceFile {
  /** The user's name of it, or that of the only file of an archive. */
  readonly name: string;
  /** Its first bytes, unpacked. */
  readonly head: Buffer;
  readonly encoding: Encoding;
  /** The tables of an archive that holds several; empty for any other file. */
  readonly parts: readonly SourceFile[];
  /** Whether the newest changes of a SQLite file came with it. */
  readonly hasWal: boolean;
  /** @throws UnreadableFileError for a broken gzip or zip, or one that becomes too large */
  bytes(): AsyncIterable<Buffer>;
  text(): AsyncIterable<string>;
  /** Its path, unpacked, for who reads it at any place. @throws UnreadableFileError as above, and beyond 2 GiB */
  toPath(): Promise<string>;
}

/** @throws UnreadableFileError for an empty file, or one that is packed and broken */
export async function openSourceFile(path: string, name: string): Promise<SourceFile> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFileError('The file is empty');
  const first = await readFirst(path, 4);
  if (isZip(first)) return await openZip(path, size, name);
  if (first.subarray(0, GZIP.length).equals(GZIP))
    return await openPacked({ path, start: 0, bytes: size, method: 'gzip', crc: undefined }, name);
  const head = await readFirst(path, HEAD_BYTES);
  const bytes = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE_BYTES });
  return { ...toReadable(name, head, bytes), toPath: () => Promise.resolve(path) };
}

async function openZip(path: string, size: number, name: string): Promise<SourceFile> {
  const { files, wal } = chooseEntries(await listZipEntries(path, size));
  const packedWal = wal && (await findZipBytes(path, size, wal));
  const opened: SourceFile[] = [];
  for (const entry of files) opened.push(await openPacked(await findZipBytes(path, size, entry), toFileName(entry.name), packedWal));
  const [only, ...others] = opened;
  if (only === undefined || others.length === 0) return only ?? Promise.reject(new UnreadableFileError('The zip holds no file'));
  const bytes = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE_BYTES });
  const whole = toReadable(name, await readFirst(path, HEAD_BYTES), bytes);
  return { ...whole, parts: opened, toPath: () => Promise.resolve(path) };
}

async function openPacked(packed: Packed, name: string, wal?: Packed): Promise<SourceFile> {
  const bytes = (): AsyncIterable<Buffer> => unpack(packed);
  const readable = toReadable(name, await takeHead(bytes()), bytes);
  // Once, beside the packed file, so that it goes with its folder.
  let unpacked: Promise<string> | undefined;
  const toPath = (): Promise<string> => (unpacked ??= unpackBeside(packed, wal));
  return { ...readable, hasWal: wal !== undefined, toPath };
}

function toReadable(name: string, head: Buffer, bytes: () => AsyncIterable<Buffer>): Omit<SourceFile, 'toPath'> {
  const encoding = findEncoding(head);
  return { name, head, encoding, parts: [], hasWal: false, bytes, text: () => decodeText(bytes(), encoding) };
}

async function unpackBeside(packed: Packed, wal: Packed | undefined): Promise<string> {
  const path = `${packed.path}-${packed.start}`;
  await unpackTo(packed, path);
  if (wal !== undefined) await unpackTo(wal, `${path}-wal`);
  return path;
}

async function unpackTo(packed: Packed, path: string): Promise<void> {
  await pipeline(bound(unpack(packed)), createWriteStream(path, { mode: 0o600 }));
}

async function* bound(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum += chunk.length;
    if (sum > DISK_BYTES_MAX) throw new UnreadableFileError('The packed file has more than 2 GiB');
    yield chunk;
  }
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
