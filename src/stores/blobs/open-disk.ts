import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { makePrivateFolder } from '../private-folder.ts';
import type { BlobSettings } from './types.ts';

const CONNECT_MS_MAX = 5_000;
const REQUEST_MS_MAX = 20_000;

/** The bucket and the beginning of all keys in it; undefined for a folder. */
export function parseBucket(blobUrl: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/u.exec(blobUrl) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: prefix.replaceAll(/^\/+|\/+$/gu, '') };
}

/** Opens the place of the blobs. The packages for S3 are loaded only where it is used. */
export async function openDisk({ blobUrl, s3 }: BlobSettings): Promise<Disk> {
  const bucket = parseBucket(blobUrl)?.bucket;
  if (bucket !== undefined) return await openBucket(bucket, s3);
  await makePrivateFolder(blobUrl);
  return new Disk(new FSDriver({ location: blobUrl, visibility: 'private' }));
}

async function openBucket(bucket: string, { endpoint, region, accessKeyId, secretAccessKey }: BlobSettings['s3']): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
  return new Disk(
    new S3Driver({
      bucket,
      visibility: 'private',
      // Buckets have no lists of their own rights any more unless asked for.
      supportsACL: false,
      region,
      // Servers other than AWS know buckets by the path, and not all of them know checksums.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(hasKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      requestHandler: { connectionTimeout: CONNECT_MS_MAX, requestTimeout: REQUEST_MS_MAX },
    }),
  );
}
