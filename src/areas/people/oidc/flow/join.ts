import type { RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Claims } from '#providers/identity/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { findOpenInvitation } from '../../invitations/store.ts';
import { findUserByEmail, insertUser, type UserRow } from '../../store/users.ts';
import { listFirstRoles, type Decision } from '../decide.ts';
import { findIdentity, insertIdentity, lockIdentity, noteIdentityUse } from '../identities/store.ts';
import type { SignInProvider } from '../provider.ts';
import type { Flow } from './store.ts';

const NAME_MAX = 200;

/** A sign-in that was proved, with what decides where it leads. */
export interface Proved {
  readonly provider: SignInProvider;
  readonly flow: Flow;
  readonly claims: Claims;
  readonly decision: Decision;
}

type JoinContext = Pick<RequestContext, 'clock'>;

/**
 * Whose sign-in it is. An identity is issuer and subject; the first time it joins the account of a proved address, or makes an account
 * for an invitation or for those who get a role at once.
 * @returns undefined for those who have no account and get none
 */
export async function findPerson(tx: Transaction, ctx: JoinContext, proved: Proved): Promise<string | undefined> {
  const { claims, decision } = proved;
  const now = new Date(ctx.clock.realNow());
  await lockIdentity(tx, claims.issuer, claims.subject);
  const known = await findIdentity(tx, claims.issuer, claims.subject);
  if (known !== undefined) {
    await noteIdentityUse(tx, known.id, claims.email ?? null, now);
    return known.userId;
  }
  if (decision.email === undefined) return undefined;
  const account = await findUserByEmail(tx, decision.email);
  // An account that is there is joined where the domain of its address is proved: who claims an address proves nothing.
  if (account !== undefined && !decision.isAddressProved) return undefined;
  const userId = account?.id ?? (await makePerson(tx, proved, decision.email, now));
  if (userId === undefined) return undefined;
  await insertIdentity(tx, { ...toIdentity(claims), userId, createdAt: now, usedAt: now });
  return userId;
}

/** What is kept of who a person is at a provider. */
export function toIdentity({ issuer, subject, email }: Claims) {
  return { id: newId('idn_'), issuer, subject, email: email ?? null };
}

async function makePerson(tx: Transaction, proved: Proved, email: string, now: Date): Promise<UserRow['id'] | undefined> {
  const { provider, claims, decision } = proved;
  if (!(await isInvited(tx, proved, email, now)) && listFirstRoles(provider, decision).length === 0) return undefined;
  const id = newId('usr_');
  const name = (claims.name ?? email).slice(0, NAME_MAX);
  await insertUser(tx, { id, email, name, isOperator: false, passwordHash: null, createdAt: now });
  return id;
}

/** Whether the sign-in brings an invitation of the provider's organization to this very address. */
async function isInvited(tx: Transaction, { flow, provider }: Proved, email: string, now: Date): Promise<boolean> {
  if (flow.invitationHash === null) return false;
  const invitation = await findOpenInvitation(tx, flow.invitationHash, now);
  return invitation?.email === email && (provider.organizationId === null || provider.organizationId === invitation.organizationId);
}
