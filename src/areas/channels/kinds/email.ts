import { z } from 'zod';
import { findMails, isReached, keepMailList, listAddressStates, sendToList, type MailList, type StatedAddress } from '#areas/mail/index.ts';
import type { WorkflowContext } from '#context';
import { listField } from '#http/fields.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { hashId } from '#kernel/ids.ts';
import type { Notice } from '../notice.ts';
import { defineChannelKind, type OwnSending, type SavedChannel, type Verdict, type Waiting } from './channel-kind.ts';
import { findOwnReaders } from './email-readers.ts';
import { writeNoticeMail } from './notice-mail.ts';

export const EMAIL_ADDRESSES_MAX = 50;
const ADDRESS_LENGTH_MAX = 254;

const Config = z.strictObject({
  addresses: listField(z.email('must be an e-mail address').max(ADDRESS_LENGTH_MAX), { min: 1, max: EMAIL_ADDRESSES_MAX })
    .refine((addresses) => new Set(addresses.map((one) => one.toLowerCase())).size === addresses.length, 'must not have an address twice')
    .meta({ description: 'Members who may see the project get mail at once, others after they confirmed by a link' }),
});

/** One mail to each address; a mail server that is away is asked for as long as by any mail (docs/accounts.md). */
export const emailKind = defineChannelKind({
  kind: 'email',
  summary: 'Mail to members, and to others who confirmed. Each reader can leave by a link.',
  config: Config,
  secretFields: [],
  // What waits for a mail server holds nothing up: mail has a queue of its own.
  limits: { perSecond: 20, burst: 10 },
  mask: ({ addresses: [first = '', ...others] }) => (others.length === 0 ? first : `${first} and ${others.length} more`),
  afterSave: async (ctx, tx, channel, { addresses }) => {
    const isMember = await findOwnReaders(tx, channel, addresses);
    await keepMailList(ctx, tx, { list: toList(channel), addresses, isMember });
  },
  send: async (ctx, notice, { addresses }, sending) => {
    const ids = addresses.map((address) => toMailId(sending, address));
    if ((await findMails(ctx.postgres, ids)).size > 0) return await look(ctx, ids);
    const states = await write(ctx, notice, { addresses, sending });
    return states.some(isReached) ? await look(ctx, ids) : { is: 'never', error: sayUnreached(states) };
  },
});

/** Whom a message of the channel would reach. */
export async function listStates(
  { postgres }: Pick<WorkflowContext, 'postgres'>,
  channel: SavedChannel,
  addresses: readonly string[],
): Promise<StatedAddress[]> {
  const isMember = await findOwnReaders(postgres, channel, addresses);
  return await listAddressStates(postgres, { listId: channel.id, addresses, isMember });
}

function toList({ id, name, organizationId, projectId }: SavedChannel): MailList {
  return { id, name, organizationId, projectId };
}

/** The `Message-ID`: of the notification, and one for each reader. What is sent again by hand is another mail. */
function toMailId({ id, round }: OwnSending, address: string): string {
  return hashId(`${id}.`, [address.toLowerCase(), ...(round > 1 ? [round] : [])]);
}

interface Written {
  readonly addresses: readonly string[];
  readonly sending: OwnSending;
}

/** Writes all mails in one transaction, so that a crash leaves all or none. */
async function write(ctx: WorkflowContext, notice: Notice, { addresses, sending }: Written): Promise<StatedAddress[]> {
  return await ctx.postgres.transaction(async (tx) => {
    const { channel } = sending;
    const isMember = await findOwnReaders(tx, channel, addresses);
    const states = await listAddressStates(tx, { listId: channel.id, addresses, isMember });
    for (const { address } of states.filter(isReached))
      await sendToList(ctx, tx, toList(channel), {
        id: toMailId(sending, address),
        kind: notice.event === 'digest' ? 'digest' : 'alert',
        address,
        write: (unsubscribeUrl) => writeNoticeMail(notice, sending, unsubscribeUrl),
      });
    return states;
  });
}

/** What became of the mails: delivered when the mail server took one of them and none waits any more. */
async function look({ postgres, clock }: WorkflowContext, ids: readonly string[]): Promise<Verdict | Waiting> {
  const mails = [...(await findMails(postgres, ids)).values()];
  const waiting = mails.filter(({ status }) => status === 'queued');
  if (waiting.length > 0) {
    const next = Math.max(...waiting.map(({ nextTryAt }) => nextTryAt?.getTime() ?? 0));
    return { is: 'wait', waitMs: Math.max(SECOND_MS, next - clock.realNow() + SECOND_MS) };
  }
  if (mails.some(({ status }) => status === 'sent')) return { is: 'taken' };
  return { is: 'never', error: mails[0]?.error ?? 'no mail was sent' };
}

function sayUnreached(states: readonly StatedAddress[]): string {
  const counts = [...Map.groupBy(states, ({ state }) => state)].map(([state, some]) => `${some.length} ${state}`);
  return `no address gets mail: ${counts.join(', ')}`;
}
