import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField } from '#areas/costs/index.ts';
import { idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS, type Delivery, type DeliveryTry } from '../operator/delivery.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

export const DeliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).optional(),
  event: z.enum(WEBHOOK_EVENTS).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const DeliveryParams = z.object({ deliveryId: idField() });

export const ReplayBody = z.object({ dry_run: dryRunField() });

export const TestEventBody = z.object({
  platform: z.enum(PLATFORMS).default('store_a'),
  device: nameField().default('iphone'),
  dry_run: dryRunField(),
});

const DeliveryBody = z
  .object({
    id: z.string().meta({ description: 'The header `webhook-id`' }),
    event: z.enum(WEBHOOK_EVENTS),
    url: z.string().meta({ description: 'Of the receiver, without user, password and query' }),
    body: z.record(z.string(), z.unknown()).meta({ description: 'What is sent' }),
    status: z.enum(DELIVERY_STATUSES).meta({ description: '`pending`: waits for a try. `failed`: not tried again by itself' }),
    attempts: z.int(),
    response_status: z.int().nullable().meta({ description: 'Of the last try' }),
    error: z.string().nullable(),
    created_at: z.string(),
    delivered_at: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

const TryBody = z
  .object({
    number: z.int(),
    began_at: z.string(),
    duration_ms: z.int(),
    response_status: z.int().nullable().meta({ description: 'Null: there was no answer' }),
    error: z.string().nullable().meta({ description: 'Null: the receiver took it' }),
  })
  .meta({ id: 'WebhookTry' });

export const DeliveriesResponse = z.object({ success: z.boolean(), deliveries: z.array(DeliveryBody), ...ListFields });
export const DeliveryResponse = z.object({ success: z.boolean(), delivery: DeliveryBody, tries: z.array(TryBody) });
export const SentResponse = z.object({ success: z.boolean(), id: z.string(), delivery_url: z.string() });

export function toDeliveriesBody(deliveries: readonly Delivery[], page: Page, total: number): z.input<typeof DeliveriesResponse> {
  return { success: true, deliveries: deliveries.map(toDeliveryBody), ...toListFields(deliveries, page, total) };
}

export function toOneDeliveryBody(delivery: Delivery, tries: readonly DeliveryTry[]): z.input<typeof DeliveryResponse> {
  return { success: true, delivery: toDeliveryBody(delivery), tries: tries.map((one) => toBody(TryBody, one)) };
}

export function toSentBody(id: string): z.input<typeof SentResponse> {
  return { success: true, id, delivery_url: `/api/admin/webhooks/deliveries/${id}` };
}

function toDeliveryBody(delivery: Delivery): z.input<typeof DeliveryBody> {
  return toBody(DeliveryBody, { ...delivery, body: JSON.parse(delivery.body) as Record<string, unknown> });
}
