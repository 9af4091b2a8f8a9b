import type { Readable } from 'node:stream';

/** The way to buckets that people entered, and that are not ours to trust. */
export interface BucketDoor {
  /** Why a server must not be written to, as a message for its field; undefined: it may. The name is looked up again at each call. */
  findProblem(endpoint: string): string | undefined;
  /**
   * Makes one call: public addresses only, an hour at most, no redirect followed. Never tries again.
   * @returns the answer, whatever its status; at most 64 KB of it
   * @throws OutsideError when there was none; not retryable where the address is not public
   */
  send(request: BucketRequest): Promise<BucketAnswer>;
}

export interface BucketRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Buffer | string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface BucketAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
