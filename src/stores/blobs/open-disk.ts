import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { makePrivateFolder } from '../private-folder.ts';
import type { BlobSettings } from './types.ts';

const CONNECT_MS_MAX = 5_000;
/** The second try meets another server of the bucket; more would hold up who waits. */
const TRIES = 2;
const ANSWER_MS_MAX = 10_000;

/** The bucket and the beginning of all keys in it; undefined for a folder. */
export function parseBucket(blobUrl: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/u.exec(blobUrl) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: prefix.replaceAll(/^\/+|\/+$/gu, '') };
}

/** Opens the home of the blobs. The packages for S3 are loaded only where it is used. */
export async function openDisk({ blobUrl, s3, answerMsMax }: BlobSettings): Promise<Disk> {
  const bucket = parseBucket(blobUrl)?.bucket;
  if (bucket !== undefined) return await openBucket(bucket, s3, answerMsMax);
  await makePrivateFolder(blobUrl);
  return new Disk(new FSDriver({ location: blobUrl, visibility: 'private' }));
}

async function openBucket(
  bucket: string,
  { endpoint, region, accessKeyId, secretAccessKey }: BlobSettings['s3'],
  answerMsMax = ANSWER_MS_MAX,
): Promise<Disk> {
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
      maxAttempts: TRIES,
      // Unless it is to throw, the SDK only warns. The second limit is for an answer that stops on its way.
      requestHandler: {
        connectionTimeout: CONNECT_MS_MAX,
        requestTimeout: answerMsMax,
        throwOnRequestTimeout: true,
        socketTimeout: answerMsMax,
      },
    }),
  );
}
