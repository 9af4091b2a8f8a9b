/** Holds messages back until it ends; states of rules go on. */
export interface Mute {
  readonly id: string;
  /** Null: of the service, with everything in it. */
  readonly organizationId: string | null;
  /** Null: every project of the organization. */
  readonly projectId: string | null;
  /** Null: every rule. */
  readonly ruleId: string | null;
  readonly keywordId: string | null;
  readonly tag: string | null;
  readonly reason: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The name of the caller who made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

export interface ShownMute extends Mute {
  readonly ruleName: string | null;
  readonly keyword: string | null;
  readonly isActive: boolean;
}
