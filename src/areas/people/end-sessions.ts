import type { RequestContext } from '#context';
import type { Caller } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import type { Session } from './account.ts';
import { deleteSession, findSessionById, listSessionRows, type SessionFilter } from './store/sessions.ts';

type SessionContext = Pick<RequestContext, 'postgres' | 'clock' | 'caller' | 'forgetKey'>;

/** The caller's session, if it came by a cookie. */
export async function findOwnSession({ postgres, caller }: Pick<SessionContext, 'postgres' | 'caller'>): Promise<Session | undefined> {
  return caller.session && (await findSessionById(postgres, caller.session.id));
}

/** The sessions of the person or key that asks, the newest first. */
export async function listSessions({ postgres, clock, caller }: SessionContext): Promise<Session[]> {
  return await listSessionRows(postgres, toOwn(caller), new Date(clock.realNow()));
}

/**
 * Ends a session: in this process when the promise is kept, in the others as soon as the notification of PostgreSQL
 * arrives. With the scope `admin` also those of keys inside the caller's binding, and without a binding all.
 * @throws AppError `Session not found`, also for one that is not the caller's to end
 */
export async function endSession({ postgres, clock, caller, forgetKey }: SessionContext, id: string): Promise<void> {
  const { organizationId = null, projectIds = null } = caller;
  const endable = { ...toOwn(caller), isAdmin: hasRight(caller, 'operate'), organizationId, projectIds };
  if (!(await deleteSession(postgres, endable, { id, now: new Date(clock.realNow()) }))) throw notFound('Session');
  forgetKey(id);
}

function toOwn({ kind, id }: Caller): SessionFilter {
  return { userId: kind === 'user' ? id : null, apiKeyId: kind === 'key' ? id : null };
}
