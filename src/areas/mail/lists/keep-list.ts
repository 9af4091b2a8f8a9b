import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { renderMail } from '../render-mail.ts';
import { sendMail } from '../send-mail.ts';
import type { ListedAddress, MailList } from './mail-list.ts';
import { makeLink } from './make-link.ts';
import { clearBounces, countMailsSince, deleteListed, deleteUndecided, setAsked, upsertListed } from './store.ts';

const CONFIRMATION = 'mail_confirmation';
/** Of a day: strangers are not to be flooded with what others enter. */
const ASKED_BY_ORGANIZATION_MAX = 200;
const ASKED_OF_ADDRESS_MAX = 3;

export type KeepingContext = Pick<AppContext, 'clock' | 'consoleUrl' | 'workflows' | 'secrets' | 'mail'>;

export interface KeptList {
  readonly list: MailList;
  /** All addresses of the list from now on. */
  readonly addresses: readonly string[];
  /** Whether an address gets mail without being asked, in lower case. */
  readonly isMember: (address: string) => boolean;
}

/**
 * Settles whom a list is for: others than members are mailed a link to confirm, unless they confirmed before, wait for it already, or want
 * no more. What was decided stays when an address is left out. An address that bounced is tried again. Without a mail server, and beyond
 * 200 links a day and organization or 3 an address, those who would be asked wait.
 */
export async function keepMailList(ctx: KeepingContext, tx: Transaction, { list, addresses, isMember }: KeptList): Promise<void> {
  await deleteUndecided(tx, list.id, addresses);
  await clearBounces(tx, list.id, addresses);
  const now = new Date(ctx.clock.realNow());
  for (const address of addresses) {
    if (isMember(address.toLowerCase())) continue;
    const listed = await upsertListed(tx, { id: newId('madr_'), list, address, now });
    if (mustBeAsked(listed, now) && ctx.mail.isConfigured && (await mayBeAsked(tx, listed, now))) await ask(ctx, tx, { list, listed, now });
  }
}

/** The list is no more. */
export async function endMailList(tx: Transaction, listId: string): Promise<void> {
  await deleteListed(tx, listId);
}

function mustBeAsked({ confirmedAt, unsubscribedAt, askedAt }: ListedAddress, now: Date): boolean {
  if (confirmedAt !== null || unsubscribedAt !== null) return false;
  return askedAt === null || now.getTime() - askedAt.getTime() > DAY_MS;
}

async function mayBeAsked(tx: Transaction, listed: ListedAddress, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const { ofOrganization, ofAddress } = await countMailsSince(tx, { ...listed, kind: CONFIRMATION, since });
  return ofOrganization < ASKED_BY_ORGANIZATION_MAX && ofAddress < ASKED_OF_ADDRESS_MAX;
}

interface Asked {
  readonly list: MailList;
  readonly listed: ListedAddress;
  readonly now: Date;
}

async function ask(ctx: KeepingContext, tx: Transaction, { list, listed, now }: Asked): Promise<void> {
  const { url, endsAt } = await makeLink(ctx, tx, { mailAddressId: listed.id, purpose: 'confirm' });
  const title = `Do you want mail of “${list.name}”?`;
  const mail = renderMail({
    subject: title,
    title,
    lead: `Your address was entered to get mail of “${list.name}”, from a service that follows positions in search results.`,
    blocks: [
      { kind: 'link', text: 'Read more and confirm', url },
      { kind: 'text', text: `The link is good until ${toDay(endsAt)} (UTC). If you do nothing, you get no such mail.` },
    ],
    footer: { reason: 'You get this one mail because your address was entered.' },
  });
  const { organizationId, id: listId, name: listName } = list;
  const to = { address: listed.address };
  await sendMail(ctx, tx, { kind: CONFIRMATION, organizationId, to, ...mail, giveUpAt: endsAt, listId, listName });
  await setAsked(tx, listed.id, now);
}
