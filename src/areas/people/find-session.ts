import type { AppContext } from '#context';
import { isValid, toCaller } from '#http/auth.ts';
import type { Caller } from '#http/caller.ts';
import type { FindSession } from '#http/callers/sessions.ts';
import { SCOPES_OF, type Role } from './account.ts';
import { IDLE_MS } from './begin-session.ts';
import { findKeyRecord } from './store/keys.ts';
import { findSessionRow } from './store/sessions.ts';

/** What the HTTP engine asks for every cookie that is not in its cache. A key's session is as good as the key. */
export function makeFindSession({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>): FindSession {
  return async (tokenHash, isUse) => {
    const now = clock.realNow();
    const found = await findSessionRow(postgres, { tokenHash, now: new Date(now), idleMs: IDLE_MS, isUse });
    if (found === undefined) return undefined;
    const session = { id: found.id };
    const answer = { hash: found.tokenHash, endsAt: found.idleEndsAt };
    if (found.userId !== null && found.role !== null) return { ...answer, caller: { ...toPerson(found.userId, found.role), session } };
    const key = found.keyHash === null ? undefined : await findKeyRecord(postgres, found.keyHash);
    return key !== undefined && isValid(key, now) ? { ...answer, caller: { ...toCaller(key), session } } : undefined;
  };
}

function toPerson(id: string, role: Role): Caller {
  return { kind: 'user', id, scopes: new Set(SCOPES_OF[role]), tier: 'enterprise', organizationId: undefined, projectIds: undefined };
}
