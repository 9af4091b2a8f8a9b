import { renderMail, sendMail } from '#areas/mail/index.ts';
import type { RequestContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Invitation } from './invitation.ts';
import { findNames } from './store.ts';

export type MailingContext = Pick<RequestContext, 'clock' | 'workflows' | 'secrets' | 'mail'>;

/** Sends the link of an invitation to the person, with the transaction. What people wrote in it goes out as text. */
export async function mailInvitation(ctx: MailingContext, tx: Transaction, invitation: Invitation, link: string): Promise<void> {
  const { organizationId, email, role, invitedBy, message, expiresAt } = invitation;
  const { organization, inviter } = await findNames(tx, organizationId, invitedBy);
  const title = inviter === null ? `You are invited to ${organization}` : `${inviter} invites you to ${organization}`;
  const mail = renderMail({
    subject: `Invitation to ${organization}`,
    title,
    lead: `Your role: ${role}`,
    blocks: [
      ...(message === undefined ? [] : [{ kind: 'note', text: `Message:\n${message}` } as const]),
      { kind: 'link', text: 'Accept the invitation', url: link },
      { kind: 'text', text: `The link works once, until ${toDay(expiresAt)} (UTC). If you do not expect this, do nothing.` },
    ],
    footer: { reason: `You get this because you were invited by ${inviter ?? 'an operator'} to ${organization}.` },
  });
  await sendMail(ctx, tx, {
    kind: 'invitation',
    organizationId,
    to: { address: email },
    ...mail,
    giveUpAt: expiresAt,
  });
}
