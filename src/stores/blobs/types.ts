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
  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>;
}

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
