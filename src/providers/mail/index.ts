import type { MailAddress } from './address.ts';

/** A mail as it leaves, to one person. */
export interface OutgoingMail {
  readonly to: MailAddress;
  readonly replyTo?: MailAddress | undefined;
  /** Line breaks and control characters in it become blanks. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** Ends the list that the mail belongs to when it is posted to (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
  /** Of the list that the mail belongs to (`List-Id`): letters, digits and `_`. */
  readonly listId?: string | undefined;
  /** As people know the list. */
  readonly listName?: string | undefined;
}

/** The one door for mail (`SMTP_*`); certificates are always checked. */
export interface MailDoor {
  readonly isConfigured: boolean;
  /** Who mail comes from; undefined: no mail is set up. */
  readonly from: MailAddress | undefined;
  /**
   * Makes one try to hand a mail to the server, and never another.
   * @param id the same at every try: it makes the `Message-ID`, by which receivers can tell a mail that they have already
   * @throws OutsideError; not retryable when the server refuses the mail or its address for good (5xx)
   * @throws AppError `not_configured`
   */
  send(id: string, mail: OutgoingMail): Promise<void>;
  /** Connects and signs in, and sends nothing. @throws as `send` */
  check(): Promise<void>;
}
