import type { NoticeEvent, Severity } from './notice.ts';

/** `held`: waits for the end of quiet hours. `digested`: not sent within a day, left to the next digest. */
export const NOTIFICATION_STATUSES = ['pending', 'held', 'delivered', 'failed', 'digested'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** A notice on its way to one channel. */
export interface Notification {
  /** The header `webhook-id`. */
  readonly id: string;
  /** Null: the receiver of the operator. */
  readonly channelId: string | null;
  readonly noticeId: string | null;
  readonly event: NoticeEvent;
  readonly severity: Severity;
  /** Where it was sent, as it may be shown. */
  readonly url: string;
  /** The notice as JSON; for the receiver of the operator, what is sent. */
  readonly body: string;
  readonly status: NotificationStatus;
  readonly attempts: number;
  /** Counted up by each time that it is sent again by hand. */
  readonly round: number;
  /** Tries of this round. */
  readonly roundTries: number;
  readonly isTest: boolean;
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** In the time of the observed world. */
  readonly holdUntil: Date | null;
  readonly sentIn: string | null;
  readonly createdAt: Date;
  /** Real time: from then on a day long it is tried. */
  readonly dueAt: Date | null;
  readonly nextTryAt: Date | null;
  readonly deliveredAt: Date | null;
}

export interface NotificationTry {
  /** 1 for the first. */
  readonly number: number;
  readonly beganAt: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** Null: it was taken. */
  readonly error: string | null;
}
