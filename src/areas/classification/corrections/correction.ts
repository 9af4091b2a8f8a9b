import type { Kind } from '../similarity/example.ts';

/** Something that was classified, as it is before a person looks at it. */
export interface Entity {
  readonly type: Kind;
  /** The number of a domain or page as text; the id of a keyword. */
  readonly id: string;
  /** The normalized host, address or text. */
  readonly item: string;
  /** Label by dimension; null: none yet. Dimensions that it cannot have are missing. */
  readonly labels: Readonly<Record<string, string | null>>;
  readonly source: string | null;
  /** 0 to 100. */
  readonly confidencePct: number | null;
}

/** What a person said of one dimension of one entity. */
export interface Correction {
  readonly id: number;
  readonly entityType: Kind;
  readonly entityId: string;
  readonly item: string;
  readonly originalDimension: string;
  /** Null: it had no label. Equal to the corrected value: the label was confirmed. */
  readonly originalValue: string | null;
  readonly correctedValue: string;
  /** Where the label came from. */
  readonly sourceBefore: string | null;
  /** 0 to 100. */
  readonly confidenceBefore: number | null;
  readonly notes: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** How often it was said. */
  readonly times: number;
  /** When it was said last. Of corrections that contradict each other, the last said holds. */
  readonly saidAt: Date;
  /** When it became an example; null, or before `saidAt`: it waits for `learn`. */
  readonly processedAt: Date | null;
}

/** What corrected items share and others do not. */
export interface SuggestedRule {
  /** The name of one of `FEATURES`. */
  readonly feature: string;
  readonly value: string;
  /** As a person reads it. */
  readonly text: string;
  /** Corrected items of the pattern that have it. */
  readonly support: number;
  /** Items that have it and another label. */
  readonly counter_examples: number;
}

/** The same correction at several entities. */
export interface CorrectionPattern {
  readonly id: number;
  readonly entityType: Kind;
  readonly dimension: string;
  /** Empty: the entities had no label. */
  readonly fromValue: string;
  readonly toValue: string;
  readonly count: number;
  readonly suggestedRule: SuggestedRule | null;
  readonly acceptedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}
