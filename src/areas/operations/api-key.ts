import type { Caller, Scope, Tier } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';

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
export interface Binding {
  readonly organizationId: string | undefined;
  readonly projectIds: readonly string[] | undefined;
}

export function isBound({ organizationId, projectIds }: Binding): boolean {
  return organizationId !== undefined || projectIds !== undefined;
}

/** @throws AppError `Forbidden` for a bound key: what concerns the whole service is not for one organization */
export function requireUnbound(caller: Caller): void {
  if (!isBound(caller)) return;
  throw new AppError('forbidden', 'Forbidden', {
    message: 'This concerns the whole service and needs an admin key that is not bound to an organization or project.',
  });
}
