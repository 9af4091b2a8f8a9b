import { createHash } from 'node:crypto';

/** An object as the buckets have it. */
export interface BucketObject {
  readonly bucket: string;
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly content_type: string | null;
  /** How many times it was written. */
  readonly puts: number;
  readonly text: string;
}

export interface BucketTable {
  put(object: { readonly bucket: string; readonly key: string; readonly text: string; readonly contentType: string | undefined }): void;
  list(bucket: string | undefined): readonly BucketObject[];
  clear(): void;
}

export function makeBucketTable(): BucketTable {
  const objects = new Map<string, BucketObject>();
  return {
    put: ({ bucket, key, text, contentType }) => {
      const name = `${bucket}/${key}`;
      objects.set(name, {
        bucket,
        key,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
        content_type: contentType ?? null,
        puts: (objects.get(name)?.puts ?? 0) + 1,
        text,
      });
    },
    list: (bucket) => [...objects.values()].filter((one) => bucket === undefined || one.bucket === bucket),
    clear: () => objects.clear(),
  };
}
