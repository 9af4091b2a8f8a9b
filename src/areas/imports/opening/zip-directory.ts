import { open, type FileHandle } from 'node:fs/promises';
import { UnreadableFileError } from './unreadable.ts';
import type { Packed } from './unpack.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const ENTRIES_MAX = 1_000;
const DIRECTORY_BYTES_MAX = 1_048_576;
/** Flags of an entry: encrypted; its name is UTF-8. */
const ENCRYPTED = 1;
const UTF8 = 2 ** 11;
const METHODS: Readonly<Record<number, Packed['method']>> = { 0: 'stored', 8: 'deflate' };

/** A file of an archive. Its name is shown and compared, and never a path on the disk. */
export interface ZipEntry {
  readonly name: string;
  /** Undefined: packed in a way that is not read. */
  readonly method: Packed['method'] | undefined;
  readonly isEncrypted: boolean;
  readonly bytes: number;
  readonly crc: number;
  /** Where its own header begins. */
  readonly at: number;
}

export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === LOCAL;
}

/** The files of a zip by its directory, without folders. @throws UnreadableFileError for a zip that is broken, cut or has too many files */
export async function listZipEntries(path: string, size: number): Promise<ZipEntry[]> {
  return await withFile(path, async (file) => {
    const tail = await readAt(file, Math.max(0, size - END_BYTES - COMMENT_BYTES_MAX), Math.min(size, END_BYTES + COMMENT_BYTES_MAX));
    const end = findEnd(tail);
    const count = tail.readUInt16LE(end + 10);
    const [bytes, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
    if (count > ENTRIES_MAX || bytes > DIRECTORY_BYTES_MAX) throw new UnreadableFileError(`The zip has more than ${ENTRIES_MAX} files`);
    if (at + bytes > size) throw new UnreadableFileError('The zip is cut');
    const entries = readDirectory(await readAt(file, at, bytes), count);
    const packed = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    // Files that share their bytes would unpack to far more than the archive holds.
    if (packed > size) throw new UnreadableFileError('The files of the zip lie in each other');
    return entries.filter(({ name }) => !name.endsWith('/'));
  });
}

/** Where the bytes of a file of the archive lie. @throws UnreadableFileError for one that is encrypted or packed otherwise, or lies outside */
export async function findZipBytes(path: string, size: number, entry: ZipEntry): Promise<Packed> {
  const { name, method, isEncrypted, bytes, crc, at } = entry;
  if (isEncrypted) throw new UnreadableFileError('The zip is encrypted: unpack it first');
  if (method === undefined) throw new UnreadableFileError(`"${name.slice(0, 60)}" is packed in a way that is not read: unpack it first`);
  const header = at + LOCAL_BYTES > size ? undefined : await withFile(path, (file) => readAt(file, at, LOCAL_BYTES));
  if (header?.readUInt32LE(0) !== LOCAL) throw new UnreadableFileError('The zip is broken: a file is not where its directory says');
  const start = at + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + bytes > size) throw new UnreadableFileError('The zip is cut');
  return { path, start, bytes, method, crc };
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) if (tail.readUInt32LE(at) === END) return at;
  throw new UnreadableFileError('The zip is cut: its directory is missing');
}

function readDirectory(bytes: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
      throw new UnreadableFileError('The zip is broken: its directory cannot be read');
    const flags = bytes.readUInt16LE(at + 8);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes);
    entries.push({
      name: name.toString((flags & UTF8) === 0 ? 'latin1' : 'utf8'),
      method: METHODS[bytes.readUInt16LE(at + 10)],
      isEncrypted: (flags & ENCRYPTED) !== 0,
      bytes: bytes.readUInt32LE(at + 20),
      crc: bytes.readUInt32LE(at + 16),
      at: bytes.readUInt32LE(at + 42),
    });
    at += CENTRAL_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
