import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { noReceiver } from '#providers/webhook-receiver/no-receiver.ts';
import { announceTest, type CategorySync } from './announce.ts';
import { toFirstTry } from '../delivery/enqueue-try.ts';
import { findNotification, listTries, notificationList, reopen } from '../store/notifications.ts';
import type { Notification } from '../notification.ts';
import { isDelivery, type Delivery, type DeliveryFilter, type DeliveryTry } from './delivery.ts';

/** Tries of one event that are shown, the newest first. */
const TRIES_SHOWN_MAX = 100;

/** What sending an event takes: a call that costs nothing. */
export const ONE_CALL: Estimate = { calls: 1, costUsd: 0 };

type SendContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'webhookReceiver'>;

/** Events newest first, and how many there are in all. */
export async function listDeliveries(
  { postgres }: Pick<AppContext, 'postgres'>,
  { limit, offset, ...filter }: DeliveryFilter & Page,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const { rows, total } = await notificationList.read(postgres, { ...filter, channelId: null }, { limit, offset });
  return { deliveries: rows.filter(isDelivery), total };
}

/** An event with its tries, the last one first. @throws AppError 404 */
export async function getDelivery(
  { postgres }: Pick<AppContext, 'postgres'>,
  id: string,
): Promise<{ delivery: Delivery; tries: DeliveryTry[] }> {
  const [delivery, tries] = await Promise.all([findNotification(postgres, id), listTries(postgres, id, TRIES_SHOWN_MAX)]);
  if (!isOfOperator(delivery)) throw notFound('Delivery');
  return { delivery, tries };
}

/**
 * Sends an event again, whatever became of it, with the same id and body to the receiver of today.
 * @throws AppError 404, or `not_configured`
 */
export async function replayDelivery({ postgres, clock, workflows, webhookReceiver }: SendContext, id: string): Promise<void> {
  const { address } = webhookReceiver;
  if (address === undefined) throw noReceiver();
  await postgres.transaction(async (tx) => {
    if (!isOfOperator(await findNotification(tx, id))) throw notFound('Delivery');
    const reopened = await reopen(tx, { id, url: address, dueAt: new Date(clock.realNow()) });
    if (reopened !== undefined) await workflows.enqueue(tx, 'notify', ...toFirstTry({ id, round: reopened.round }));
  });
}

/** @throws AppError 404 */
export async function estimateReplay(ctx: Pick<AppContext, 'postgres'>, id: string): Promise<Estimate> {
  await getDelivery(ctx, id);
  return ONE_CALL;
}

/** Sends an event `test`. @returns its id @throws AppError `not_configured` */
export async function sendTest(ctx: SendContext, sync: CategorySync): Promise<string> {
  const id = await ctx.postgres.transaction((tx) => announceTest(ctx, tx, sync));
  if (id === undefined) throw noReceiver();
  return id;
}

function isOfOperator(one: Notification | undefined): one is Notification & Delivery {
  return one !== undefined && one.channelId === null && isDelivery(one);
}
