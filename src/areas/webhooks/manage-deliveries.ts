import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Page } from '#kernel/lists.ts';
import { noReceiver } from '#providers/webhook-receiver/no-receiver.ts';
import { announceTest, type CategorySync } from './announce.ts';
import type { Delivery, DeliveryTry } from './delivery.ts';
import { findDelivery, listTries, reopenDelivery, deliveryList, type DeliveryFilter } from './store.ts';

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
  const { rows: deliveries, total } = await deliveryList.read(postgres, filter, { limit, offset });
  return { deliveries, total };
}

/** An event with its tries, the last one first. @throws AppError 404 */
export async function getDelivery(
  { postgres }: Pick<AppContext, 'postgres'>,
  id: string,
): Promise<{ delivery: Delivery; tries: DeliveryTry[] }> {
  const [delivery, tries] = await Promise.all([findDelivery(postgres, id), listTries(postgres, id, TRIES_SHOWN_MAX)]);
  if (delivery === undefined) throw notFound('Delivery');
  return { delivery, tries };
}

/**
 * Sends an event again, whatever became of it, with the same id and body to the receiver of today.
 * @throws AppError 404, or `not_configured`
 */
export async function replayDelivery({ postgres, workflows, webhookReceiver }: SendContext, id: string): Promise<void> {
  const { address } = webhookReceiver;
  if (address === undefined) throw noReceiver();
  await postgres.transaction(async (tx) => {
    if (!(await reopenDelivery(tx, id, address))) throw notFound('Delivery');
    await workflows.enqueue(tx, 'webhook-delivery', { delivery_id: id }, { id: newId('wf_') });
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
