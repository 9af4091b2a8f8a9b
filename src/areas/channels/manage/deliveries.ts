import { conflict, notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { toFirstTry } from '../delivery/enqueue-try.ts';
import { findKind } from '../kinds/index.ts';
import type { Notification, NotificationStatus, NotificationTry } from '../notification.ts';
import { findNotification, listTries, lockNotification, notificationList, reopen } from '../store/notifications.ts';
import type { ChannelWriter } from './create-channel.ts';
import { findOwn, findSeen, type ChannelReader } from './get-channel.ts';

/** Tries of one message that are shown, the newest first. */
const TRIES_SHOWN_MAX = 100;

/** Newest first. @throws AppError 404 */
export async function listChannelDeliveries(
  ctx: ChannelReader,
  channelId: string,
  { limit, offset, status }: Page & { readonly status?: NotificationStatus | undefined },
): Promise<{ deliveries: Notification[]; total: number }> {
  await findSeen(ctx, channelId);
  const { rows: deliveries, total } = await notificationList.read(ctx.postgres, { channelId, status }, { limit, offset });
  return { deliveries, total };
}

/** @throws AppError 404 */
export async function getChannelDelivery(
  ctx: ChannelReader,
  channelId: string,
  id: string,
): Promise<{ delivery: Notification; tries: NotificationTry[] }> {
  await findSeen(ctx, channelId);
  const [delivery, tries] = await Promise.all([findNotification(ctx.postgres, id), listTries(ctx.postgres, id, TRIES_SHOWN_MAX)]);
  if (delivery === undefined || delivery.channelId !== channelId) throw notFound('Delivery');
  return { delivery, tries };
}

/** Sends a message again, with the same id, to where the channel leads now. @throws AppError 404, `Forbidden`, 409 */
export async function replayChannelDelivery(ctx: ChannelWriter, channelId: string, id: string): Promise<Notification> {
  const channel = await findOwn(ctx, channelId);
  if (channel.state === 'off') throw conflict('Channel is off', 'Turn the channel on first.');
  if (findKind(channel.kind)?.isFeed === true) throw conflict('Nothing to send', 'A feed is read, and nothing is sent to it.');
  return await ctx.postgres.transaction(async (tx) => {
    const before = await lockNotification(tx, id);
    if (before === undefined || before.channelId !== channelId) throw notFound('Delivery');
    if (before.status === 'held') throw conflict('Delivery is held', 'It waits for the end of the quiet hours.');
    const reopened = await reopen(tx, { id, url: channel.shownTo, dueAt: new Date(ctx.clock.realNow()) });
    if (reopened !== undefined) await ctx.workflows.enqueue(tx, 'notify', ...toFirstTry({ id, round: reopened.round }));
    return (await findNotification(tx, id)) ?? before;
  });
}
