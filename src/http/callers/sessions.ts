import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { hashKey } from '../auth.ts';
import type { Caller } from '../caller.ts';
import type { Credentials } from './credentials.ts';
import { makeKnownCredentials } from './known-credentials.ts';
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
  const known = makeKnownCredentials({ find: (hash) => findSession(hash, true), holds: isOpen, clock });
  const findHash = ({ headers }: Credentials): Buffer | undefined => {
    const token = cookie.read(headers as { cookie?: string });
    return token === undefined ? undefined : hashKey(token);
  };
  return {
    async authenticate(credentials) {
      const hash = findHash(credentials);
      if (hash === undefined) return undefined;
      const session = known.findFresh(hash) ?? (await known.lookUp(hash));
      if (session === undefined) throw sessionEnded();
      return session.caller;
    },
    async findOpen(credentials) {
      const hash = findHash(credentials);
      if (hash === undefined) return undefined;
      const session = await findSession(hash, false);
      return session && timingSafeEqual(hash, session.hash) && isOpen(session, clock.realNow()) ? session.caller : undefined;
    },
    forget: (id) => known.forget(id === undefined ? undefined : ({ caller }) => caller.session.id === id || caller.id === id),
  };
}

function isOpen({ endsAt }: SessionRecord, now: number): boolean {
  return endsAt.getTime() > now;
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
