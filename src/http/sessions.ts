import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { FRESH_MS, hashKey, KNOWN_MAX } from './auth.ts';
import type { Caller } from './caller.ts';
import type { Credentials } from './credentials.ts';
import type { SessionCookie } from './session-cookie.ts';

/** A session that has not ended, as it is stored. */
export interface SessionRecord {
  /** SHA-256 of the cookie's text. */
  readonly hash: Uint8Array;
  /** Who signed in: a person, or an API key. */
  readonly caller: Caller & { readonly session: NonNullable<Caller['session']> };
  /** When it ends unless it is used before. */
  readonly endsAt: Date;
}

/**
 * Looks a session up by its SHA-256; `undefined` when it has ended.
 * @param isUse notes that it is used, which puts off its end
 */
export type FindSession = (hash: Buffer, isUse: boolean) => Promise<SessionRecord | undefined>;

/** Finds callers by session cookie, beside the key ring. */
export interface SessionRing {
  /**
   * The caller behind the cookie; `undefined` without one.
   * @throws AppError `Unauthorized` when the session has ended
   */
  authenticate(credentials: Credentials): Promise<Caller | undefined>;
  /** The caller behind the cookie while its session has not ended, asked without using it. */
  findOpen(credentials: Credentials): Promise<Caller | undefined>;
  /** Has sessions looked up again before they are believed again: by the id of the session, the person or the key; without an id all. */
  forget(id: string | undefined): void;
}

interface KnownSession {
  readonly record: SessionRecord;
  readonly checkedAt: number;
}

/** With a cache of a few seconds in front of the store. */
export function makeSessionRing({
  findSession,
  cookie,
  clock,
}: {
  readonly findSession: FindSession;
  readonly cookie: SessionCookie;
  readonly clock: Clock;
}): SessionRing {
  const known = new LRUCache<string, KnownSession>({ max: KNOWN_MAX });
  let forgets = 0;

  const find = async (hash: Buffer): Promise<Caller | undefined> => {
    const name = hash.toString('latin1');
    const fresh = known.get(name);
    if (fresh && clock.realNow() - fresh.checkedAt < FRESH_MS && isOpen(fresh.record, hash, clock)) return fresh.record.caller;
    const forgetsBefore = forgets;
    const record = await findSession(hash, true);
    if (!isOpen(record, hash, clock)) {
      known.delete(name);
      return undefined;
    }
    // The look-up may have begun before an end that is known by now.
    if (forgets === forgetsBefore) known.set(name, { record, checkedAt: clock.realNow() });
    return record.caller;
  };
  return {
    async authenticate({ headers }) {
      const token = cookie.read(headers as { cookie?: string });
      if (token === undefined) return undefined;
      const caller = await find(hashKey(token));
      if (caller === undefined) throw sessionEnded();
      return caller;
    },
    async findOpen({ headers }) {
      const token = cookie.read(headers as { cookie?: string });
      if (token === undefined) return undefined;
      const hash = hashKey(token);
      const record = await findSession(hash, false);
      return isOpen(record, hash, clock) ? record.caller : undefined;
    },
    forget(id) {
      forgets += 1;
      if (id === undefined) return known.clear();
      for (const [name, { record }] of known.entries()) if (record.caller.session.id === id || record.caller.id === id) known.delete(name);
    },
  };
}

function isOpen(record: SessionRecord | undefined, hash: Buffer, clock: Clock): record is SessionRecord {
  return record !== undefined && timingSafeEqual(hash, record.hash) && record.endsAt.getTime() > clock.realNow();
}

/** For endpoints that take no cookie, and servers without people. */
export const NO_SESSIONS: SessionRing = {
  authenticate: async () => undefined,
  findOpen: async () => undefined,
  forget: () => undefined,
};

function sessionEnded(): AppError {
  return new AppError('unauthorized', 'Unauthorized', { message: 'The session has ended.', hint: 'Sign in again.' });
}
