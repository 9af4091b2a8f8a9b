export const ROUND_KINDS = ['scheduled', 'on_demand'] as const;
export type RoundKind = (typeof ROUND_KINDS)[number];

/** A project day of scheduled checks, or the checks of a request. Its moments are real time. */
export interface KeptRound {
  readonly id: string;
  readonly projectId: string;
  /** Of the project. */
  readonly day: string;
  readonly kind: RoundKind;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly evaluatedAt: Date | null;
  /** Only these, of a round on demand. */
  readonly keywordIds: readonly string[] | null;
}
