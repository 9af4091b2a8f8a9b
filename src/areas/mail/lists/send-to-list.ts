import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { sendMail, type NewMail } from '../send-mail.ts';
import type { KeepingContext } from './keep-list.ts';
import type { MailList } from './mail-list.ts';
import { makeLink } from './make-link.ts';
import { upsertListed } from './store.ts';

/** A mail that is made when it is known by which address its reader leaves the list. */
export type ListMail = Omit<NewMail, 'organizationId' | 'to' | 'subject' | 'text' | 'html' | 'unsubscribeUrl' | 'listId' | 'listName'> & {
  readonly address: string;
  readonly write: (unsubscribeUrl: string) => Pick<NewMail, 'subject' | 'text' | 'html'>;
};

/**
 * Sends a mail of a list to one of its addresses, with a link and the headers by which the reader leaves it (RFC 8058). Whether the address
 * is to be reached is the caller's to ask (`listAddressStates`). A refusal for good marks the address as bounced.
 * @returns the id of the mail @throws as `sendMail`
 */
export async function sendToList(
  ctx: KeepingContext,
  tx: Transaction,
  list: MailList,
  { address, write, ...mail }: ListMail,
): Promise<string> {
  const now = new Date(ctx.clock.realNow());
  const { id: mailAddressId } = await upsertListed(tx, { id: newId('madr_'), list, address, now });
  const { url } = await makeLink(ctx, tx, { mailAddressId, purpose: 'unsubscribe' });
  const { organizationId, id: listId, name: listName } = list;
  return await sendMail(ctx, tx, { ...mail, ...write(url), organizationId, to: { address }, unsubscribeUrl: url, listId, listName });
}
