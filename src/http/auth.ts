import { hash as hashOnce } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { hasApiKeyShape } from '#kernel/ids.ts';
import { isBound, type AssistantLimits, type Caller, type RootKey, type Scope, type Tier } from './caller.ts';
import { findKeyText, type Credentials } from './callers/credentials.ts';
import { makeKnownCredentials } from './callers/known-credentials.ts';
import { listRights } from './rights.ts';

export { findKeyText } from './callers/credentials.ts';

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
  readonly assistant?: AssistantLimits | undefined;
  /** Of a person's key: what the person may do in the organization now, which the key never exceeds. */
  readonly reach?: Pick<Caller, 'rights' | 'projectIds' | 'hides' | 'areas' | 'memberId'> & { readonly userId: string };
}

/** Looks a key up by its SHA-256; also the moment to note that it is in use. */
export type FindKey = (hash: Buffer) => Promise<KeyRecord | undefined>;

export const ANONYMOUS: Caller = {
  kind: 'anonymous',
  id: 'anonymous',
  scopes: new Set(),
  rights: new Set(),
  tier: 'free',
  organizationId: undefined,
  projectIds: undefined,
};

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
  const known = makeKnownCredentials({
    find: async (hash) => {
      const record = await findKey(hash);
      return record && { hash: record.hash, record, caller: toCaller(record) };
    },
    holds: ({ record }, now) => isValid(record, now),
    clock,
  });
  const findHash = (credentials: Credentials): Buffer | undefined => {
    const key = findKeyText(credentials);
    return key === undefined ? undefined : hashKey(key);
  };

  return {
    findFresh(credentials) {
      const hash = findHash(credentials);
      return hash && known.findFresh(hash)?.caller;
    },
    async authenticate(credentials) {
      const hash = findHash(credentials);
      const found = hash && (await known.lookUp(hash));
      if (found === undefined) throw unauthorized();
      return found.caller;
    },
    isPlausible(credentials) {
      const key = findKeyText(credentials);
      return key !== undefined && (hasApiKeyShape(key) || known.has(hashKey(key)));
    },
    forget: (keyId) => known.forget(keyId === undefined ? undefined : ({ record }) => record.id === keyId),
  };
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
  const { reach, assistant } = record;
  const rights = listRights(record.scopes);
  const projectIds = record.projectId === undefined ? undefined : [record.projectId];
  const key = {
    kind: 'key',
    id: record.id,
    scopes: new Set(record.scopes),
    tier: record.tier,
    root: record.root,
    ...(assistant && { assistant }),
  } as const;
  const { organizationId } = record;
  if (reach === undefined) return { ...key, rights, organizationId, projectIds };
  const seen = projectIds === undefined ? reach.projectIds : projectIds.filter((id) => reach.projectIds?.includes(id) ?? true);
  const { userId, ...person } = reach;
  return { ...key, ...person, rights: rights.intersection(reach.rights), organizationId, projectIds: seen, personId: userId };
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
