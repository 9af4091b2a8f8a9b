import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface FolderFile {
  /** The folder of all exports. */
  readonly root: string;
  /** Below it. */
  readonly folder: string;
  readonly name: string;
  readonly sha256: string;
}

/**
 * Writes a file into a folder: it is there whole, or not at all. Again it is written over.
 * @returns where it is, below the root
 * @throws Error for a folder that leads out of the root, and for bytes that are not those of the hash
 */
export async function writeIntoFolder({ root, folder, name, sha256 }: FolderFile, bytes: Readable): Promise<string> {
  const [home, place] = await makeFolder(root, folder).catch((error: unknown) => {
    bytes.destroy();
    throw error;
  });
  const part = join(place, `.${name}.part`);
  const hash = createHash('sha256');
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(bytes, count, createWriteStream(part, { flush: true, mode: 0o640 }));
    if (hash.digest('hex') !== sha256) throw new Error('The file among the blobs is not the one that was written');
    await rename(part, join(place, name));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return relative(home, join(place, name));
}

/** A link that someone put into the folder must not lead a file elsewhere. */
async function makeFolder(root: string, folder: string): Promise<[string, string]> {
  await mkdir(join(root, folder), { recursive: true });
  const [home, place] = [await realpath(root), await realpath(join(root, folder))];
  if (place !== home && !place.startsWith(`${home}${sep}`)) throw new Error('The folder leads out of EXPORTS_FOLDER');
  return [home, place];
}
