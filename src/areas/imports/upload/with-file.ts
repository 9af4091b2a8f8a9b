import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { openSourceFile, type SourceFile } from '../opening/source-file.ts';
import type { Import, ImportPart } from '../import.ts';
import { listParts } from '../store/parts.ts';

export type FileContext = Pick<AppContext, 'postgres' | 'blobs' | 'config'>;

/** Beginning of the names of folders that hold a file while it is read. */
const FOLDER = 'import-';

/** A whole file on the disk of this machine. */
export interface WholeFile {
  readonly source: SourceFile;
  readonly sha256: string;
  /** Removes it from the disk. */
  close(): Promise<void>;
}

/**
 * Puts the parts of a file together on the disk.
 * @throws AppError 409 when parts are missing or the file is gone; UnreadableFileError for a file that cannot be opened
 */
export async function openWholeFile(ctx: FileContext, record: Import): Promise<WholeFile> {
  if (record.fileRemovedAt !== null)
    throw new AppError('conflict', 'File is gone', {
      message: 'Files are kept for 30 days, and this one is gone.',
      hint: 'Begin another import.',
    });
  const parts = await listParts(ctx.postgres, record.id);
  const received = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (received < record.bytes)
    throw new AppError('conflict', 'File is not complete', {
      message: `${received} of ${record.bytes} bytes have arrived.`,
      details: { offset: received, part: parts.length },
    });
  const folder = await mkdtemp(join(ctx.config.dataDir, FOLDER));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    const sha256 = await writeParts(ctx, path, parts);
    return { source: await openSourceFile(path, record.name), sha256, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Removes the folders of processes that ended in the middle of a file. @param before those that have not changed since */
export async function removeLeftFolders({ config }: Pick<FileContext, 'config'>, before: Date): Promise<void> {
  for (const name of await readdir(config.dataDir)) {
    const path = join(config.dataDir, name);
    if (name.startsWith(FOLDER) && (await stat(path)).mtime < before) await rm(path, { recursive: true, force: true });
  }
}

async function writeParts({ blobs }: FileContext, path: string, parts: readonly ImportPart[]): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for (const { blob } of parts) {
      const bytes = await blobs.find(blob);
      if (bytes === undefined) throw new AppError('conflict', 'File is gone', { message: 'A part of the file is no longer there.' });
      hash.update(bytes);
      await file.writeFile(bytes);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
