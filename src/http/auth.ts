import { hash as hashOnce, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { hasApiKeyShape } from '#kernel/ids.ts';
import { hasScope, isBound, type Caller, type RootKey, type Scope, type Tier } from './caller.ts';
import { findKeyText, type Credentials } from './credentials.ts';

export { findKeyText } from './credentials.ts';

/** An API key as it is stored (docs/spec-gaps.md, section 5). */
export interface KeyRecord {
  readonly id: string;
  /** SHA-256 of the key. */
  readonly hash: Uint8Array;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
  readonly organizationId: string | undefined;
  readonly projectId: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  readonly root?: RootKey | undefined;
}

/** Looks a key up by its SHA-256; also the moment to note that it is in use. */
export type FindKey = (hash: Buffer) => Promise<KeyRecord | undefined>;

export const ANONYMOUS: Caller = {
  kind: 'anonymous',
  id: 'anonymous',
  scopes: new Set(),
  tier: 'free',
  organizationId: undefined,
  projectIds: undefined,
};

/** How long a looked-up key stays valid without another look-up, in case the notice of its revocation is lost. */
export const FRESH_MS = 3000;
export const KNOWN_MAX = 10_000;

interface KnownKey {
  readonly record: KeyRecord;
  readonly caller: Caller;
  readonly checkedAt: number;
}

export interface KeyRing {
  /** The caller behind an API key that was looked up within the last seconds; makes no request. */
  findFresh(credentials: Credentials): Caller | undefined;
  /**
   * The caller behind an API key.
   * @throws AppError `Unauthorized` when the key is missing, unknown, expired or revoked
   */
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Whether the key is no guess, so that its owner is not stopped with those who guess: it was valid a
   * short while ago, or has the shape of ours, whose 200 random bits cannot be guessed.
   */
  isPlausible(credentials: Credentials): boolean;
  /** Has a key looked up again before it is believed again; without an id all keys. */
  forget(keyId: string | undefined): void;
}

/** Finds callers by API key, with a cache of a few seconds in front of the store. */
export function makeKeyRing({ findKey, clock }: { findKey: FindKey; clock: Clock }): KeyRing {
  const known = new LRUCache<string, KnownKey>({ max: KNOWN_MAX });
  let forgets = 0;
  const find = (credentials: Credentials): KnownKey | undefined => {
    const key = findKeyText(credentials);
    return key === undefined ? undefined : known.get(toName(hashKey(key)));
  };

  return {
    findFresh(credentials) {
      const entry = find(credentials);
      const now = clock.realNow();
      return entry && now - entry.checkedAt < FRESH_MS && isValid(entry.record, now) ? entry.caller : undefined;
    },
    async authenticate(credentials) {
      const key = findKeyText(credentials);
      if (key === undefined) throw unauthorized();
      const hash = hashKey(key);
      const forgetsBefore = forgets;
      const record = await findKey(hash);
      const now = clock.realNow();
      if (!record || !timingSafeEqual(hash, record.hash) || !isValid(record, now)) {
        known.delete(toName(hash));
        throw unauthorized();
      }
      const caller = toCaller(record);
      // The look-up may have begun before a revocation that is known by now.
      if (forgets === forgetsBefore) known.set(toName(hash), { record, caller, checkedAt: now });
      return caller;
    },
    isPlausible: (credentials) => hasApiKeyShape(findKeyText(credentials) ?? '') || find(credentials) !== undefined,
    forget(keyId) {
      forgets += 1;
      if (keyId === undefined) return known.clear();
      for (const [name, { record }] of known.entries()) if (record.id === keyId) known.delete(name);
    },
  };
}

function toName(hash: Buffer): string {
  return hash.toString('latin1');
}

/** @param now epoch milliseconds of real time */
export function isValid({ revokedAt, expiresAt }: Pick<KeyRecord, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt.getTime() > now);
}

/** What is stored of a key. */
export function hashKey(key: string): Buffer {
  return hashOnce('sha256', key, 'buffer');
}

export function toCaller(record: KeyRecord): Caller {
  return {
    kind: 'key',
    id: record.id,
    scopes: new Set(record.scopes),
    tier: record.tier,
    organizationId: record.organizationId,
    projectIds: record.projectId === undefined ? undefined : [record.projectId],
    root: record.root,
  };
}

/** @throws AppError `Forbidden` when the caller lacks the scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (hasScope(caller, scope)) return;
  throw new AppError('forbidden', 'Forbidden', { message: `This needs a key with the scope \`${scope}\`.` });
}

/** @throws AppError `Forbidden` for a bound key: what concerns the whole service is not for one organization */
export function requireUnbound(caller: Caller): void {
  if (!isBound(caller)) return;
  throw new AppError('forbidden', 'Forbidden', {
    message: 'This concerns the whole service and needs an admin key that is not bound to an organization or project.',
  });
}

export function unauthorized(message = 'A valid API key is needed.'): AppError {
  return new AppError('unauthorized', 'Unauthorized', {
    message,
    hint: 'Send the key as `Authorization: Bearer <key>`, as `X-API-Key: <key>` or as the query parameter `api_key`.',
  });
}
