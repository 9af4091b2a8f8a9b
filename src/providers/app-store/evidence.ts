/** An answer that could not be read, or lacked what every one has. */
export interface Evidence {
  readonly service: string;
  readonly url: string;
  readonly status: number;
  /** Names of fields or parts. */
  readonly missing: readonly string[];
  /** The whole answer. */
  readonly body: string;
}

/** Keeps evidence. Never rejects: what failed is the answer, and its error must come through. */
export type KeepEvidence = (evidence: Evidence) => Promise<void>;
