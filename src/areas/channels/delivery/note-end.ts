import type { WorkflowContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Channel } from '../channel.ts';
import type { Notice } from '../notice.ts';
import { findChannel } from '../store/channels.ts';
import { countFailure, endFailures, setState } from '../store/line.ts';
import { findFallback } from '../store/lookups.ts';
import { notify, sendTo } from './notify.ts';

/** So many notifications that were given up in a row make a channel failing. */
const FAILURES_MAX = 3;

export interface NotificationEnd {
  readonly channelId: string;
  readonly isTaken: boolean;
  readonly isTest: boolean;
  /** The receiver wants no more. */
  readonly isGone: boolean;
  readonly error: string | null;
}

/** What the end of a notification says of its channel: well again, failing, or off. A test that fails says nothing new to who made it. */
export async function noteEnd(ctx: WorkflowContext, tx: Transaction, end: NotificationEnd): Promise<void> {
  const now = new Date(ctx.clock.realNow());
  const { channelId: id, error } = end;
  if (end.isTaken) return void (await endFailures(tx, id, now));
  const reason = error ?? 'not sent';
  if (end.isGone) {
    if (await setState(tx, { id, state: 'off', from: ['on', 'failing'], reason, now })) await notifyTrouble(ctx, tx, { id, now });
    return;
  }
  if (end.isTest) return;
  const counted = await countFailure(tx, id);
  if (counted === undefined || counted.failures < FAILURES_MAX) return;
  if (await setState(tx, { id, state: 'failing', from: ['on'], reason, now })) await notifyTrouble(ctx, tx, { id, now });
}

/** The bell, and the channel that stands in for this one, which gets it whatever it takes otherwise. */
async function notifyTrouble(
  ctx: WorkflowContext,
  tx: Transaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  const channel = await findChannel(tx, id);
  if (channel === undefined) return;
  const notice = toNotice(channel, now);
  await notify(ctx, tx, notice, []);
  const fallbackId = channel.fallbackChannelId ?? (await findFallback(tx, channel));
  const fallback = fallbackId === undefined ? undefined : await findChannel(tx, fallbackId);
  if (fallback !== undefined && fallback.state !== 'off') await sendTo(ctx, tx, { channel: fallback, notice, at: ctx.clock.now() });
}

function toNotice({ id, name, kind, state, stateReason, organizationId, projectId }: Channel, now: Date): Notice {
  const isOff = state === 'off';
  return {
    id: hashId('ntc_', ['channel.failing', id, state, now.toISOString()]),
    event: 'channel.failing',
    organizationId,
    projectId,
    severity: 'warning',
    title: isOff ? `The channel "${name}" was turned off` : `The channel "${name}" is failing`,
    text: isOff
      ? `What it leads to is gone: ${stateReason ?? ''}. Nothing is sent to it until it is turned on again.`
      : `Three messages in a row could not be delivered. The last one: ${stateReason ?? ''}.`,
    items: [],
    itemsTotal: 0,
    path: '/console/settings/channels',
    body: { channel_id: id, channel_name: name, channel_kind: kind, state, reason: stateReason },
  };
}
