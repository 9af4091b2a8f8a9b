import { sendMail } from '#areas/mail/index.ts';
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
  const lines = [
    inviter === null ? `You are invited to ${organization}.` : `${inviter} invites you to ${organization}.`,
    `Your role: ${role}`,
    ...(message === undefined ? [] : [`Message:\n${message}`]),
    `Open this link to accept. It works once, until ${toDay(expiresAt)} (UTC):\n${link}`,
    'If you do not expect this, do nothing.',
  ];
  await sendMail(ctx, tx, {
    kind: 'invitation',
    organizationId,
    to: { address: email },
    subject: `Invitation to ${organization}`,
    text: lines.join('\n\n'),
    giveUpAt: expiresAt,
  });
}
