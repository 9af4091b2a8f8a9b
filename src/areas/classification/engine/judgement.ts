/** What dimensions of an item are, how sure that is, and why. Every stage of every pipeline speaks in these. */

export interface Candidate {
  /** A value of the dimension's vocabulary. */
  readonly label: string;
  /** From 0 to 100: of a hundred labels given with 80, eighty are right, within the calibration error that `npm run bench classify` prints. */
  readonly confidence: number;
}

/** What one stage says of one dimension. */
export interface Judgement extends Candidate {
  /** `domain_type`, `page_type`, `intent_type`, ... (`vocabulary/`). */
  readonly dimension: string;
  readonly secondBest?: Candidate | undefined;
  /** Sentences or fragments that a person understands: "suffix .gov.uk", "path /pricing". */
  readonly evidence: readonly string[];
}

/** A judgement and the stage that decided it. */
export interface Verdict extends Judgement {
  readonly stage: string;
}

export interface StageRun {
  readonly stage: string;
  readonly ms: number;
  readonly costUsd: number;
}
