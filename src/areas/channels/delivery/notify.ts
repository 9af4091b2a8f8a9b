import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Channel } from '../channel.ts';
import { findKind } from '../kinds/index.ts';
import { SEVERITIES, type Notice } from '../notice.ts';
import { toSendAt } from '../quiet/to-send-at.ts';
import { findChannel } from '../store/channels.ts';
import { insertEntry } from '../store/inbox.ts';
import { listTakers, listZones } from '../store/lookups.ts';
import { findNotification, insertNotification, lockNotification } from '../store/notifications.ts';
import { toFirstTry } from './enqueue-try.ts';

/** They are for the one receiver that asked for them. */
const NOT_IN_INBOX: ReadonlySet<Notice['event']> = new Set(['test', 'export']);

export type NotifyContext = Pick<AppContext, 'clock' | 'workflows' | 'live'>;

/**
 * Sends a notice to people: an entry in the inbox, and a notification for each channel that takes the event and its severity, all in the
 * caller's transaction. A notice that was sent before is sent no more. Channels that are off get nothing; those in quiet hours hold it.
 * @param channelIds only these; null: every channel of the project, its organization or the service
 */
export async function notify(ctx: NotifyContext, tx: Transaction, notice: Notice, channelIds: readonly string[] | null): Promise<void> {
  const at = ctx.clock.now();
  if (!NOT_IN_INBOX.has(notice.event) && (await insertEntry(tx, { ...notice, at }))) announceEntry(ctx, tx, notice);
  if (channelIds?.length === 0) return;
  for (const channelId of await listTakers(tx, { ...notice, channelIds })) {
    const channel = await findChannel(tx, channelId);
    if (channel !== undefined && takes(channel, notice)) await sendTo(ctx, tx, { channel, notice, at });
  }
}

type Announced = Pick<Notice, 'id' | 'projectId' | 'organizationId' | 'event' | 'severity'>;

/** Publishes that an entry of the inbox was added or is over, once that is committed. */
export function announceEntry(
  { live }: Pick<NotifyContext, 'live'>,
  tx: Transaction,
  { id, projectId, organizationId, event, severity }: Announced,
): void {
  tx.afterCommit(() => {
    live.publish('inbox', { entry_id: id, project_id: projectId, organization_id: organizationId, event, severity });
    if (projectId !== null) live.publish('project', { project_id: projectId, change: 'inbox', entry_id: id });
  });
}

/** A digest was asked for, whatever its severity; an export names its one channel, which need not choose the event. */
function takes({ events, minSeverity }: Channel, { event, severity }: Notice): boolean {
  if (event === 'export') return true;
  if (!events.includes(event)) return false;
  return event === 'digest' || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(minSeverity);
}

interface Addressed {
  readonly channel: Channel;
  readonly notice: Notice;
  /** In the observed world. */
  readonly at: Date;
}

/** Writes the notification, and what sends it. */
export async function sendTo(ctx: NotifyContext, tx: Transaction, { channel, notice, at }: Addressed): Promise<void> {
  const id = hashId('msg_', [notice.id, channel.id]);
  // Before a message is begun for the end of quiet hours: it would hold nothing.
  if ((await findNotification(tx, id)) !== undefined) return;
  const isFeed = findKind(channel.kind)?.isFeed === true;
  const held = isFeed ? undefined : await hold(tx, { channel, notice, at });
  const isNew = await insertNotification(tx, {
    ...toRow({ channel, notice, at }),
    id,
    status: isFeed ? 'delivered' : held === undefined ? 'pending' : 'held',
    holdUntil: held?.until ?? null,
    sentIn: held?.id ?? null,
    dueAt: held === undefined ? new Date(ctx.clock.realNow()) : null,
  });
  if (isNew && !isFeed && held === undefined) await ctx.workflows.enqueue(tx, 'notify', ...toFirstTry({ id, round: 1 }));
}

function toRow({ channel, notice, at }: Addressed) {
  const { id: noticeId, event, severity } = notice;
  return {
    channelId: channel.id,
    noticeId,
    event,
    severity,
    url: channel.shownTo,
    body: JSON.stringify(notice),
    isTest: false,
    createdAt: at,
  };
}

/** What the list shows of a message of held ones until it is made. */
const NOT_MADE_YET = { event: 'held', title: 'Messages from the quiet hours', text: '', items: [], itemsTotal: 0, body: {} } as const;

/**
 * The message in which a channel gets at the end of its quiet hours what they held. Undefined: it is sent at once, also where that
 * message has gone meanwhile.
 */
async function hold(tx: Transaction, { channel, notice, at }: Addressed): Promise<{ id: string; until: Date } | undefined> {
  const { quiet } = channel;
  if (quiet === null || (notice.severity === 'critical' && quiet.critical_passes)) return undefined;
  const [zone] = channel.projectId === null ? [] : await listZones(tx, [channel.projectId]);
  const until = toSendAt(at, quiet, zone?.timeZone ?? 'UTC');
  if (until.getTime() <= at.getTime()) return undefined;
  const id = hashId('msg_', ['held', channel.id, until.toISOString()]);
  const row = toRow({ channel, notice: { ...notice, ...NOT_MADE_YET, id }, at });
  const made = { ...row, id, noticeId: null, sentIn: null, dueAt: null } as const;
  await insertNotification(tx, { ...made, status: 'held', holdUntil: until });
  // It is sent when this transaction has ended, so that nothing is missing in it.
  const message = await lockNotification(tx, id);
  return message?.status === 'held' ? { id, until } : undefined;
}
