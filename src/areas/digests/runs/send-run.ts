import { listNoticeDeliveries, notify, type Notice } from '#areas/channels/index.ts';
import { isReached, sendToList, type RenderedMail, type StatedAddress } from '#areas/mail/index.ts';
import type { WorkflowContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { composeDigest, takeShown, toResult } from '../content/compose.ts';
import { isQuiet, listUndelivered, readContent, takeVisible, type ProjectContent, type Undelivered } from '../content/read-content.ts';
import type { Delivery, Digest, DigestRun, Period } from '../digest.ts';
import { findDigest } from '../store/digests.ts';
import { endRunRow, findRun, lockOpenRun } from '../store/runs.ts';
import { findReadersOf, listStates, toChannelReader, toMailList, type Reader } from './recipients.ts';

type Ended = Pick<DigestRun, 'status' | 'reason' | 'subject' | 'deliveries'>;

/**
 * Sends what a run is about, unless it was sent before. Without readers, or where nothing moved, it is `skipped` with the reason.
 * @returns how it ended
 */
export async function sendRun(ctx: WorkflowContext, runId: string): Promise<{ status: string; reason: string | null }> {
  const run = await findRun(ctx.postgres, runId);
  const digest = run && (await findDigest(ctx.postgres, run.digestId));
  if (run === undefined || digest === undefined) return { status: 'skipped', reason: 'the digest was deleted' };
  const period: Period = { from: run.fromDay, to: run.toDay };
  const [readerOf, contents, undelivered] = [
    await findReadersOf(ctx.postgres, digest),
    await readContent(ctx, digest, period),
    await listUndelivered(ctx, digest, { period, missed: run.missed }),
  ];
  return await ctx.postgres.transaction(async (tx) => {
    const open = await lockOpenRun(tx, runId);
    if (open === undefined) return { status: 'skipped', reason: 'it had ended before' };
    const ended = await sendAll(ctx, tx, { digest, run: open, readerOf, contents, undelivered });
    await endRunRow(tx, { id: runId, ...ended, endedAt: ctx.clock.now() });
    return { status: ended.status, reason: ended.reason };
  });
}

interface Sending {
  readonly digest: Digest;
  readonly run: DigestRun;
  readonly readerOf: (address: string) => Reader;
  readonly contents: readonly ProjectContent[];
  readonly undelivered: readonly Undelivered[];
}

/** One recipient of the run: what became of it, and the subject it was sent with. */
type Sent = Delivery & { readonly subject?: string };

async function sendAll(ctx: WorkflowContext, tx: Transaction, sending: Sending): Promise<Ended> {
  const { digest, contents } = sending;
  if (digest.addresses.length === 0 && digest.channelIds.length === 0) return skipped('it has no recipients');
  if (contents.length === 0) return skipped('its projects are archived or gone');
  const sent: Sent[] = await sendToChannels(ctx, tx, sending);
  for (const stated of await listStates(tx, digest)) sent.push(await sendToAddress(ctx, tx, stated, sending));
  const deliveries = sent.map(({ subject: _subject, ...delivery }) => delivery);
  const [first] = sent.filter(({ isSent }) => isSent);
  if (first !== undefined) return { status: 'sent', reason: null, subject: first.subject ?? null, deliveries };
  const reasons = [...new Set(deliveries.map(({ reason }) => reason))].join('; ');
  return { status: reasons.includes(NO_SERVER) ? 'failed' : 'skipped', reason: reasons, subject: null, deliveries };
}

const NO_SERVER = 'no mail server is set up';

const NOT_REACHED: Readonly<Record<string, string>> = {
  waiting: 'the address was not confirmed',
  unsubscribed: 'the reader has left the digest',
  bounced: 'the mail server refused the address',
};

async function sendToAddress(ctx: WorkflowContext, tx: Transaction, stated: StatedAddress, sending: Sending): Promise<Sent> {
  const { address, state } = stated;
  const { digest, run, readerOf } = sending;
  const kind = state === 'member' ? 'member' : 'address';
  const withheld = (reason: string): Sent => ({ kind, to: address, isSent: false, reason, mailId: null });
  if (!isReached(stated)) return withheld(NOT_REACHED[state] ?? state);
  if (!ctx.mail.isConfigured) return withheld(NO_SERVER);
  const reader = readerOf(address);
  const first = composeFor(ctx, reader, sending);
  if (typeof first === 'string') return withheld(first);
  const mailId = await sendToList(ctx, tx, toMailList(digest), {
    id: hashId('mail_', [run.id, address]),
    kind: 'digest',
    address,
    write: (unsubscribeUrl) => composeFor(ctx, reader, sending, unsubscribeUrl) as RenderedMail,
  });
  return { kind, to: address, isSent: true, reason: null, mailId, subject: first.subject };
}

/** The mail of a reader, or why there is none. */
function composeFor(
  ctx: WorkflowContext,
  reader: Reader,
  { digest, run, contents, undelivered }: Sending,
  unsubscribeUrl?: string,
): RenderedMail | string {
  if (reader.caller.areas?.has('overview') === false) return 'the member may not see overviews';
  const seen = takeVisible(contents, reader.caller);
  if (seen.length === 0) return 'the member may see none of the projects';
  const isNothingToSay = seen.every(isQuiet) && takeShown(undelivered, seen, reader).length === 0;
  if (digest.skipQuiet && run.missed.length === 0 && isNothingToSay) return 'nothing moved';
  const period = { from: run.fromDay, to: run.toDay };
  return composeDigest({
    digest,
    period,
    contents: seen,
    reader,
    missed: run.missed,
    undelivered,
    consoleUrl: ctx.consoleUrl(),
    unsubscribeUrl,
  });
}

/** Who reads a channel is not known: nothing of money goes there, and of a digest for clients what they may see. */
async function sendToChannels(ctx: WorkflowContext, tx: Transaction, sending: Sending): Promise<Sent[]> {
  const { digest, run, contents } = sending;
  if (digest.channelIds.length === 0) return [];
  const mail = composeFor(ctx, toChannelReader(digest), sending);
  const toDelivery = (to: string, reason: string | null): Sent => ({ kind: 'channel', to, isSent: reason === null, reason, mailId: null });
  if (typeof mail === 'string') return digest.channelIds.map((id) => toDelivery(id, mail));
  const { projectId } = toMailList(digest);
  const notice: Notice = {
    id: hashId('ntc_', ['digest', run.id]),
    event: 'digest',
    organizationId: digest.organizationId,
    projectId,
    severity: 'info',
    title: mail.subject,
    text: `${run.fromDay} to ${run.toDay} (${digest.timeZone}).`,
    items: contents.map((content) => ({ title: content.overview.name, text: toResult(content), path: `/console/p/${content.id}` })),
    itemsTotal: contents.length,
    path: projectId === null ? '/console/' : `/console/p/${projectId}`,
    body: { digest: { id: digest.id, name: digest.name }, period: { from: run.fromDay, to: run.toDay } },
    mail,
  };
  await notify(ctx, tx, notice, digest.channelIds);
  const taken = new Set((await listNoticeDeliveries(tx, [notice.id])).map(({ channelId }) => channelId));
  return digest.channelIds.map((id) => ({
    ...toDelivery(id, taken.has(id) ? null : 'the channel is off, gone, or takes no digests'),
    subject: mail.subject,
  }));
}

function skipped(reason: string): Ended {
  return { status: 'skipped', reason, subject: null, deliveries: [] };
}
