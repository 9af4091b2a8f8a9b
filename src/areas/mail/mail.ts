/** `queued`: waits for a try. `refused`: the server takes it never. `failed`: given up. */
export const MAIL_STATUSES = ['queued', 'sent', 'refused', 'failed'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** What is known of a mail; what it says is not kept. */
export interface Mail {
  readonly id: string;
  /** What it is for, such as `invitation`. */
  readonly kind: string;
  /** Null: of the service. */
  readonly organizationId: string | null;
  readonly toAddress: string;
  readonly status: MailStatus;
  readonly tries: number;
  /** Of the last try; null: it was well, or there was none. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly nextTryAt: Date | null;
  readonly sentAt: Date | null;
}
