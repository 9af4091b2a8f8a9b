import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Session, SessionOwner } from './account.ts';
import { deleteEndedSessions, deleteOldestSessions, insertSession } from './store/sessions.ts';
import { listMembershipsOf } from './members/store/members.ts';
import { findUserById } from './store/users.ts';
import { newToken } from './token.ts';

/** A session that is not used for so long ends. */
export const IDLE_MS = 12 * HOUR_MS;
/** A session ends after so long, however much it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** Open sessions of one person or key; a new one ends the oldest. */
const SESSIONS_MAX = 50;
/** Ended ones that are removed with each new one. */
const PRUNED_MAX = 1_000;
const AGENT_LENGTH_MAX = 300;

/** A session and the text of its cookie, which exists only here. */
export interface BegunSession {
  readonly session: Session;
  readonly token: string;
}

/** The identity provider that proved the person. */
export interface Voucher {
  readonly providerId: string;
  /** Its own, in which the session acts; null: it is of the whole service. */
  readonly organizationId: string | null;
}

/** Begins a session of a person or key for the client that asks. */
export async function beginSession(
  tx: Transaction,
  { clock, client }: Pick<RequestContext, 'clock' | 'client'>,
  owner: SessionOwner,
  voucher?: Voucher,
): Promise<BegunSession> {
  const now = clock.realNow();
  const token = newToken();
  const filter = toFilter(owner);
  const session: Session = {
    id: newId('ses_'),
    createdAt: new Date(now),
    usedAt: new Date(now),
    idleEndsAt: new Date(now + IDLE_MS),
    endsAt: new Date(now + SESSION_MS),
    address: client.address,
    agent: client.agent?.slice(0, AGENT_LENGTH_MAX),
  };
  await deleteEndedSessions(tx, session.createdAt, PRUNED_MAX);
  const organizationId = voucher?.organizationId ?? ('userId' in owner ? await findFirstOrganization(tx, owner.userId) : null);
  const stored = { ...session, ...filter, agent: session.agent ?? null, tokenHash: hashKey(token) };
  await insertSession(tx, { ...stored, organizationId, signInProviderId: voucher?.providerId ?? null });
  await deleteOldestSessions(tx, filter, SESSIONS_MAX);
  return { session, token };
}

/** The organization in which a person begins to act: where they last did; for operators the whole service, which is null. */
async function findFirstOrganization(tx: Transaction, userId: string): Promise<string | null> {
  const user = await findUserById(tx, userId);
  if (user?.isOperator) return null;
  const [first] = await listMembershipsOf(tx, userId);
  return first?.organizationId ?? null;
}

export function toFilter(owner: SessionOwner): { readonly userId: string | null; readonly apiKeyId: string | null } {
  return 'userId' in owner ? { userId: owner.userId, apiKeyId: null } : { userId: null, apiKeyId: owner.apiKeyId };
}
