/** Where the operator wants our own messages sent (`WEBHOOK_URL`). */
export interface WebhookReceiver {
  /** Its address without user, password and query, to be shown; undefined: there is none. */
  readonly address: string | undefined;
  /**
   * Makes one try to deliver a message, signed as of now; 10 s at most. Never tries again, and never follows a redirect.
   * @returns the status of the answer, 200 to 299
   * @throws AppError `not_configured`
   * @throws OutsideError for everything else than being taken; not retryable when the address is not public or the receiver is gone (410)
   */
  deliver(message: WebhookMessage, signal?: AbortSignal): Promise<number>;
}

export interface WebhookMessage {
  /** The same at every try, so that a receiver can tell a message that it has already. */
  readonly id: string;
  /** JSON, sent and signed as it is. */
  readonly body: string;
}
