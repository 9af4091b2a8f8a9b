import { randomBytes } from 'node:crypto';
import type { Grant } from '../roles.ts';

/** What an invitation promises to the person who proves that it reached them. */
export interface Invitation extends Grant {
  readonly id: string;
  readonly organizationId: string;
  /** In lower case. */
  readonly email: string;
  readonly message: string | undefined;
  /** It went out by mail, so its link proves the address. */
  readonly isMailed: boolean;
  /** Null: a key made it. */
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  /** Of its newest link. */
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** With what is shown to those who open its link. */
export interface ShownInvitation extends Invitation {
  readonly organizationName: string;
  readonly inviterName: string | null;
  /** Whether a person with this address has an account here. */
  readonly hasAccount: boolean;
}

const TOKEN_BYTES = 32;
/** By its beginning it is taken out of log lines (`src/kernel/telemetry/redact.ts`). */
const TOKEN_PREFIX = 'sli_';

/** A new secret of 256 random bits for the link; what is stored of it is `hashKey`. */
export function newInvitationToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}
