import { z } from 'zod';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { NOTIFICATION_STATUSES, type Notification, type NotificationTry } from '../notification.ts';
import { SEVERITIES } from '../notice.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

export const ChannelDeliveriesQuery = z.object({
  status: z.enum(NOTIFICATION_STATUSES).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const ChannelDeliveryParams = z.object({ channel_id: idField(), delivery_id: idField() });

const DeliveryBody = z
  .object({
    id: z.string().meta({ description: 'The header `webhook-id`, the same at every try' }),
    event: z.string(),
    severity: z.enum(SEVERITIES),
    title: z.string(),
    status: z.enum(NOTIFICATION_STATUSES).meta({
      description:
        '`pending`: waits for a try. `held`: for the end of quiet hours. `failed`: given up. `digested`: not sent within a day, left to the next digest',
    }),
    tries: z.int(),
    response_status: z.int().nullable().meta({ description: 'Of the last try; null: there was no answer' }),
    error: z.string().nullable(),
    created_at: z.string(),
    held_until: z.string().nullable(),
    next_try_at: z.string().nullable(),
    delivered_at: z.string().nullable(),
    sent_in: z.string().nullable().meta({ description: 'Of what quiet hours held: the message that it was sent in' }),
  })
  .meta({ id: 'ChannelDelivery' });

const TryBody = z
  .object({
    number: z.int(),
    began_at: z.string(),
    duration_ms: z.int(),
    response_status: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Null: it was taken' }),
  })
  .meta({ id: 'ChannelTry' });

export const ChannelDeliveriesResponse = z.object({ success: z.boolean(), deliveries: z.array(DeliveryBody), ...ListFields });
export const ChannelDeliveryResponse = z.object({
  success: z.boolean(),
  delivery: DeliveryBody,
  text: z.string().meta({ description: 'What happened, as plain text' }),
  tries: z.array(TryBody).meta({ description: 'The newest 100, the last one first' }),
});
export const ReplayResponse = z.object({ success: z.boolean(), delivery: DeliveryBody });

export function toDeliveriesBody(deliveries: readonly Notification[], page: Page, total: number) {
  return { success: true, deliveries: deliveries.map(toDeliveryBody), ...toListFields(deliveries, page, total) };
}

export function toOneDeliveryBody(delivery: Notification, tries: readonly NotificationTry[]) {
  return {
    success: true,
    delivery: toDeliveryBody(delivery),
    text: noticeOf(delivery).text,
    tries: tries.map((one) => toBody(TryBody, one)),
  };
}

export function toDeliveryBody(delivery: Notification): z.input<typeof DeliveryBody> {
  return toBody(DeliveryBody, { ...delivery, title: noticeOf(delivery).title, tries: delivery.attempts, heldUntil: delivery.holdUntil });
}

function noticeOf({ body }: Notification): { readonly title: string; readonly text: string } {
  const { title = '', text = '' } = JSON.parse(body) as Partial<Record<'title' | 'text', string>>;
  return { title, text };
}
