import type { Notification, NotificationStatus, NotificationTry } from '../notification.ts';

/** What an event for the receiver of the operator can be: it is never held, and its patience is shorter than a day. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const satisfies NotificationStatus[];
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `test` is sent by hand. */
export const WEBHOOK_EVENTS = ['categories_synced', 'test'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An event for the receiver of the operator; its body is JSON as it is sent. */
export type Delivery = Notification & { readonly event: WebhookEvent; readonly status: DeliveryStatus };
export type DeliveryTry = NotificationTry;

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: WebhookEvent | undefined;
}

export function isDelivery(one: Notification): one is Delivery {
  return WEBHOOK_EVENTS.some((event) => event === one.event) && DELIVERY_STATUSES.some((status) => status === one.status);
}
