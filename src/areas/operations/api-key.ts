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
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** What a caller may hand on: its own binding, and nothing wider. */
export type Binding = Pick<Caller, 'organizationId' | 'projectIds'>;
