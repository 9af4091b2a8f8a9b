import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Disk } from 'flydrive';
import { messageOf } from '#kernel/errors.ts';
import { StoreError } from '../errors.ts';
import { parseBucket } from './open-disk.ts';
import type { Blobs, BlobSettings } from './types.ts';

const CAUSES_MAX = 5;
/** What a folder and S3 say of a file that is not there. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'NoSuchKey', 'NotFound']);

/** Opens nothing, and loads no package, before the first use. */
export function makeBlobs(settings: BlobSettings): Blobs {
  const prefix = parseBucket(settings.blobUrl)?.prefix ?? '';
  const toPath = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`);
  let opening: Promise<Disk> | undefined;
  const open = async (): Promise<Disk> => {
    const { openDisk } = await import('./open-disk.ts');
    opening ??= openDisk(settings).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return await opening;
  };
  const blobs: Blobs = {
    put: (key, bytes, contentType) =>
      named('written', key, async () => {
        const disk = await open();
        await disk.put(toPath(key), bytes, { contentType });
      }),
    putFile: (key, path, contentType) =>
      named('written', key, async () => {
        const disk = await open();
        const { size } = await stat(path);
        await disk.putStream(toPath(key), createReadStream(path), { contentType, contentLength: size });
      }),
    open: (key) =>
      named('read', key, async () => {
        const disk = await open();
        try {
          const stream = await disk.getStream(toPath(key));
          // A folder says only now that the file is not there.
          await once(stream, 'readable');
          return stream;
        } catch (error) {
          if (isAbsent(error)) return undefined;
          throw error;
        }
      }),
    find: (key) =>
      named('read', key, async () => {
        const disk = await open();
        try {
          // `getBytes` gives whatever was in memory for an empty file.
          return await buffer(await disk.getStream(toPath(key)));
        } catch (error) {
          if (isAbsent(error)) return undefined;
          throw error;
        }
      }),
    copyTo: async (key, { bucket, object }, send) => {
      const bytes = await blobs.open(key);
      if (bytes === undefined) return false;
      const { putOutside } = await import('./outside-bucket.ts');
      await putOutside(bucket, { ...object, bytes }, send);
      return true;
    },
    remove: (key) =>
      named('removed', key, async () => {
        const disk = await open();
        try {
          await disk.delete(toPath(key));
        } catch (error) {
          if (!isAbsent(error)) throw error;
        }
      }),
  };
  return blobs;
}

async function named<Result>(what: 'written' | 'read' | 'removed', key: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreError('unreachable', `The blob ${key} could not be ${what} (BLOB_URL): ${messageOf(deepestOf(cause))}`, { cause });
  }
}

function* causesOf(error: unknown): Iterable<Error> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth += 1) yield cause;
}

function isAbsent(error: unknown): boolean {
  return [...causesOf(error)].some((cause) => ABSENT.has(cause.name) || ('code' in cause && ABSENT.has(cause.code)));
}

/** The library wraps what the folder or S3 said, and says less. */
function deepestOf(error: unknown): unknown {
  return [...causesOf(error)].at(-1) ?? error;
}
