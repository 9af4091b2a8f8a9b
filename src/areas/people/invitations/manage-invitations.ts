import { requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Page } from '#kernel/lists.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { requireGrant } from '../members/manage-members.ts';
import { countMembers, lockMemberships } from '../members/store/members.ts';
import type { Grant } from '../roles.ts';
import { toConsoleLink } from '../token.ts';
import { newInvitationToken, type Invitation } from './invitation.ts';
import { mailInvitation, type MailingContext } from './mail-invitation.ts';
import { countInvitations, insertInvitation, isMember, openInvitations, replaceToken, revokeInvitation } from './store.ts';

export const DAYS_DEFAULT = 7;
export const DAYS_MAX = 30;
const OPEN_MAX = 50;
const HOURLY_MAX = 20;

type InvitationContext = MailingContext & Pick<RequestContext, 'postgres' | 'caller' | 'config' | 'consoleUrl'>;

export interface NewInvitation {
  readonly email: string;
  readonly grant: Grant;
  readonly message: string | undefined;
  readonly days: number;
}

/** An invitation, and its link where no mail took it there: it is shown this once. */
export interface SentInvitation {
  readonly invitation: Invitation;
  readonly link: string | undefined;
}

/**
 * Invites a person into an organization.
 * @throws AppError 400 for a role above the caller's own or projects of another organization, `Organization not found`, 409 for a
 *   member, or when the organization has as many members or open invitations as it may have, 429 after 20 within an hour
 */
export async function invite(
  ctx: InvitationContext,
  organizationId: string,
  { email, grant, message, days }: NewInvitation,
): Promise<SentInvitation> {
  const { postgres, caller, clock } = ctx;
  await requireOrganization(ctx, organizationId);
  const now = new Date(clock.realNow());
  const token = newInvitationToken();
  const invitation: Invitation = {
    ...grant,
    id: newId('inv_'),
    organizationId,
    email,
    message,
    isMailed: ctx.mail.isConfigured,
    invitedBy: caller.kind === 'user' ? caller.id : null,
    createdAt: now,
    sentAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
  return await postgres.transaction(async (tx) => {
    await requireGrant(tx, ctx, organizationId, grant);
    await requireRoom(ctx, tx, invitation);
    await insertInvitation(tx, invitation, hashKey(token));
    return await hand(ctx, tx, invitation, token);
  });
}

/** Open invitations of an organization, the newest first. @throws AppError `Organization not found` */
export async function listInvitations(ctx: InvitationContext, { organizationId, ...page }: Page & { readonly organizationId: string }) {
  await requireOrganization(ctx, organizationId);
  return await openInvitations.read(ctx.postgres, { organizationId, now: new Date(ctx.clock.realNow()) }, page);
}

/** Makes another link in the place of the one before, which is good no more. @throws AppError 404 */
export async function resend(ctx: InvitationContext, organizationId: string, id: string): Promise<SentInvitation> {
  await requireOrganization(ctx, organizationId);
  const now = new Date(ctx.clock.realNow());
  const token = newInvitationToken();
  return await ctx.postgres.transaction(async (tx) => {
    await requirePace(tx, organizationId, now);
    const expiresAt = new Date(now.getTime() + DAYS_DEFAULT * DAY_MS);
    const { isConfigured: isMailed } = ctx.mail;
    const invitation = await replaceToken(tx, { id, organizationId, tokenHash: hashKey(token), now, expiresAt, isMailed });
    if (invitation === undefined) throw notFound('Invitation');
    return await hand(ctx, tx, invitation, token);
  });
}

/** Takes an invitation back. @throws AppError 404 for one that is not open */
export async function revoke(ctx: InvitationContext, organizationId: string, id: string): Promise<void> {
  await requireOrganization(ctx, organizationId);
  if (!(await revokeInvitation(ctx.postgres, organizationId, id, new Date(ctx.clock.realNow())))) throw notFound('Invitation');
}

/** Sends the link by mail, or answers it: never both, so that a mail proves the address. */
async function hand(ctx: InvitationContext, tx: Transaction, invitation: Invitation, token: string): Promise<SentInvitation> {
  const link = toConsoleLink(ctx.consoleUrl(), { page: 'invitation', name: 'token', token });
  if (!invitation.isMailed) return { invitation, link };
  await mailInvitation(ctx, tx, invitation, link);
  return { invitation, link: undefined };
}

async function requireRoom(
  { config }: InvitationContext,
  tx: Transaction,
  { organizationId, email, createdAt }: Invitation,
): Promise<void> {
  await lockMemberships(tx, organizationId);
  if (await isMember(tx, organizationId, email)) throw conflict('Already a member', 'A member has this e-mail address.');
  const members = await countMembers(tx, organizationId);
  if (members >= config.membersPerOrganizationMax)
    throw conflict('Too many members', `The organization has ${members} members, and MEMBERS_PER_ORGANIZATION_MAX allows no more.`);
  const open = await requirePace(tx, organizationId, createdAt);
  if (open >= OPEN_MAX) throw conflict('Too many invitations', `The organization has ${open} open invitations. Take some back first.`);
}

/** @returns how many are open. @throws AppError 429 after 20 links within an hour */
async function requirePace(tx: Transaction, organizationId: string, now: Date): Promise<number> {
  const { open, sent } = await countInvitations(tx, organizationId, { now, since: new Date(now.getTime() - HOUR_MS) });
  if (sent < HOURLY_MAX) return open;
  throw new AppError('rate_limited', 'Too many invitations', {
    message: `The organization has made ${HOURLY_MAX} links within an hour.`,
    retryAfterMs: HOUR_MS,
  });
}
