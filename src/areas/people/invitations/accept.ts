import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { hashPassword } from '#http/callers/password.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { beginSession, type BegunSession } from '../begin-session.ts';
import { insertMembership } from '../members/store/members.ts';
import { recordSign } from '../record-sign.ts';
import { deleteSessionById, moveSession } from '../store/sessions.ts';
import { findUserByEmail, insertUser } from '../store/users.ts';
import type { Invitation, ShownInvitation } from './invitation.ts';
import { findOpenInvitation, takeInvitation } from './store.ts';

type AcceptContext = Pick<RequestContext, 'postgres' | 'clock' | 'caller' | 'client' | 'live' | 'requestId' | 'forgetKey'>;

export interface NewPerson {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

/** What the invitation behind a link is. @throws AppError 404 for every link that is not good, whatever is wrong with it */
export async function showInvitation(
  { postgres, clock }: Pick<AcceptContext, 'postgres' | 'clock'>,
  token: string,
): Promise<ShownInvitation> {
  const invitation = await findOpenInvitation(postgres, hashKey(token), new Date(clock.realNow()));
  if (invitation === undefined) throw notFound('Invitation');
  return invitation;
}

export interface Accepted {
  readonly organizationId: string;
  /** Undefined for a person who was signed in. */
  readonly begun: BegunSession | undefined;
}

/**
 * Makes a member of the person to whom an invitation was sent, and signs them in. A new person is made with the name and password
 * of the same request; a person with an account must be signed in with exactly the address that was invited.
 * @throws AppError 404 for every link that is not good, 403 for anyone else, 400 for a new person without name or password, 409 for a member
 */
export async function acceptInvitation(ctx: AcceptContext, token: string, person: NewPerson): Promise<Accepted> {
  const { postgres, caller, client } = ctx;
  const shown = await showInvitation(ctx, token);
  const known = await findUserByEmail(postgres, shown.email);
  if (caller.kind === 'user' ? caller.id !== known?.id : known !== undefined) throw notYours();
  const passwordHash = known === undefined ? await hashPassword(requireNew(person).password, client.address) : undefined;
  const begun = await postgres.transaction(async (tx) => {
    const now = new Date(ctx.clock.realNow());
    const invitation = await takeInvitation(tx, hashKey(token), now);
    if (invitation === undefined) throw notFound('Invitation');
    const userId = known?.id ?? (await makePerson(tx, { email: invitation.email, name: requireNew(person).name, passwordHash, now }));
    await join(tx, invitation, userId, now);
    await recordSign(tx, ctx, { path: '/api/invitations/{token}', who: { kind: 'user', id: userId }, subject: toSubject(invitation) });
    if (caller.session !== undefined && known !== undefined) {
      await moveSession(tx, caller.session.id, { organizationId: invitation.organizationId });
      return undefined;
    }
    if (caller.session !== undefined) await deleteSessionById(tx, caller.session.id);
    return await beginSession(tx, ctx, { userId });
  });
  if (caller.session !== undefined) ctx.forgetKey(caller.session.id);
  return { begun, organizationId: shown.organizationId };
}

async function makePerson(
  tx: Transaction,
  { email, name, passwordHash, now }: { email: string; name: string; passwordHash: string | undefined; now: Date },
): Promise<string> {
  const id = newId('usr_');
  await insertUser(tx, { id, email, name, isOperator: false, passwordHash: passwordHash ?? null, createdAt: now });
  return id;
}

async function join(tx: Transaction, { id: _id, isMailed, invitedBy, ...grant }: Invitation, userId: string, now: Date): Promise<void> {
  const membership = {
    ...grant,
    id: newId('mem_'),
    userId,
    emailVerified: isMailed,
    createdAt: now,
    createdBy: invitedBy ?? undefined,
    usedAt: now,
  };
  if (!(await insertMembership(tx, membership))) throw conflict('Already a member', 'You are a member of this organization.');
}

function toSubject({ organizationId, role, email }: Invitation): Readonly<Record<string, unknown>> {
  return { organization_id: organizationId, role, email };
}

/** @throws AppError 400 naming what is missing */
function requireNew({ name, password }: NewPerson): { readonly name: string; readonly password: string } {
  if (name !== undefined && password !== undefined) return { name, password };
  const missing = [...(name === undefined ? ['name'] : []), ...(password === undefined ? ['password'] : [])];
  throw invalid(missing.map((path) => ({ path, message: `${path} is required from a person without an account` })));
}

/** It names no one. */
function notYours(): AppError {
  return new AppError('forbidden', 'Forbidden', {
    message: 'This invitation is for another person, or for you under another sign-in.',
    hint: 'Sign in with the e-mail address to which it was sent, and open the link again.',
  });
}
