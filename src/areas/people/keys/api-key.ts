import type { Caller, Scope, Tier } from '#http/caller.ts';

/** An API key as it is shown: everything but the key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The first characters, to recognise the key by. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
  readonly organizationId: string | undefined;
  readonly projectId: string | undefined;
  /** Id of the key that made it; the first key and keys of older releases have none. */
  readonly createdBy: string | undefined;
  /** The bound keys through which it was made, the first one first: their rates and budgets hold for it too. */
  readonly boundMakers: readonly string[];
  /** Set: a key of this person. */
  readonly userId: string | undefined;
  /** Set: a key for assistants, which may spend this much in a month, in USD. */
  readonly monthlyUsd: number | undefined;
  /** Of a key for assistants: a quote above this waits for a person, in USD. */
  readonly approvalAboveUsd: number | undefined;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** What a caller may hand on: its own binding, and nothing wider. */
export type Binding = Pick<Caller, 'organizationId' | 'projectIds'>;
