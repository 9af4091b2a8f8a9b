/** A person who signs in. */
export interface User {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  /** Runs the service: sees and does everything. */
  readonly isOperator: boolean;
  readonly createdAt: Date;
  /** Without one they sign in by links only. */
  readonly hasPassword: boolean;
}

/** A browser that is signed in. */
export interface Session {
  readonly id: string;
  readonly createdAt: Date;
  /** At most a minute too old. */
  readonly usedAt: Date;
  /** When it ends unless it is used before. */
  readonly idleEndsAt: Date;
  /** When it ends in any case. */
  readonly endsAt: Date;
  /** Where it was begun, and with what program. */
  readonly address: string;
  readonly agent: string | undefined;
}

/** The person or the API key that a session belongs to. */
export type SessionOwner = { readonly userId: string } | { readonly apiKeyId: string };
