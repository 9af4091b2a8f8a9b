import type { Readable } from 'node:stream';

/** Files that the service keeps: in a folder, or in a bucket of S3 or one that speaks its language (`BLOB_URL`). */
export interface Blobs {
  /**
   * Writes a file, also over one that is there. A crash can leave a part of it: name it elsewhere only after this.
   * @param key letters, digits, `-`, `_`, `.` and `/`
   */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The same from a file on the disk of this machine, which is never whole in memory. */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** All of a file; undefined when there is none. */
  find(key: string): Promise<Buffer | undefined>;
  /** A file piece by piece; undefined when there is none. What fails later is an error of the stream. */
  open(key: string): Promise<Readable | undefined>;
  /**
   * Writes one of the files into a bucket that is not ours, also over an object that is there: it is there whole, or not at all. One try.
   * @returns whether there is such a file
   * @throws StoreError with what the bucket said
   */
  copyTo(key: string, to: { readonly bucket: OutsideBucket; readonly object: OutsideObject }, send: SendToBucket): Promise<boolean>;
  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>;
}

/** A bucket that is not ours, and the key that writes there. */
export interface OutsideBucket {
  /** Null: the one of AWS in this region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface OutsideObject {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
}

/** Makes one call, through the door that the caller of `copyTo` has. */
export type SendToBucket = (request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Buffer | string | undefined;
}) => Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }>;

export interface BlobSettings {
  /** A folder, or `s3://bucket/prefix`. */
  readonly blobUrl: string;
  /** Until a bucket answers, or goes on with its answer; ten seconds unless given. */
  readonly answerMsMax?: number;
  readonly s3: {
    /** Address of a server other than that of AWS. */
    readonly endpoint: string | undefined;
    readonly region: string;
    /** Both or neither; without them the SDK looks where it always does: its own variables, a profile, the role of the machine. */
    readonly accessKeyId: string | undefined;
    readonly secretAccessKey: string | undefined;
  };
}
