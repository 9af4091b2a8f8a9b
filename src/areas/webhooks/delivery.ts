/** An event for the receiver of the operator, and what became of it. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `test` is sent by hand. */
export const WEBHOOK_EVENTS = ['categories_synced', 'test'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface Delivery {
  /** The header `webhook-id`. */
  readonly id: string;
  readonly event: WebhookEvent;
  /** Without user, password and query. */
  readonly url: string;
  /** JSON as it is sent. */
  readonly body: string;
  /** `pending`: it waits for a try, the first or a further one. */
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Status of the last try; null: none was made, or it had no answer. */
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}

export interface DeliveryTry {
  /** 1 for the first. */
  readonly number: number;
  readonly beganAt: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** Null: the receiver took it. */
  readonly error: string | null;
}
