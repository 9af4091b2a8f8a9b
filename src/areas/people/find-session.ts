import type { AppContext } from '#context';
import { isValid, toCaller } from '#http/auth.ts';
import type { FindSession } from '#http/callers/sessions.ts';
import { IDLE_MS } from './begin-session.ts';
import { toPersonCaller } from './members/member.ts';
import { findKeyRecord } from './store/keys.ts';
import { findSessionRow } from './store/sessions.ts';

/** What the HTTP engine asks for every cookie that is not in its cache. A key's session is as good as the key. */
export function makeFindSession({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>): FindSession {
  return async (tokenHash, isUse) => {
    const now = clock.realNow();
    const found = await findSessionRow(postgres, { tokenHash, now: new Date(now), idleMs: IDLE_MS, isUse });
    if (found === undefined) return undefined;
    const session = { id: found.id, ...(found.boundTo === null ? {} : { boundTo: found.boundTo }) };
    const answer = { hash: found.tokenHash, endsAt: found.idleEndsAt };
    if (found.userId !== null) {
      const proved = { ...session, provedAt: found.provedAt };
      const mustSetUpFactor = found.factorDueAt !== null && found.factorDueAt.getTime() <= now;
      return { ...answer, caller: { ...toPersonCaller({ ...found, userId: found.userId }), session: proved, mustSetUpFactor } };
    }
    const key = found.keyHash === null ? undefined : await findKeyRecord(postgres, found.keyHash);
    return key !== undefined && isValid(key, now) ? { ...answer, caller: { ...toCaller(key), session } } : undefined;
  };
}
