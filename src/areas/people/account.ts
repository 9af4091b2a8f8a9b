import type { Scope } from '#http/caller.ts';

/** What a person may do. Further roles are further values of both lists. */
export const ROLES = ['owner'] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = { owner: ['read', 'write', 'admin'] };

/** A person who signs in. */
export interface User {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
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
