/** Status of an error without an answer: the service was not reached. */
export const UNREACHED = 0;
/** Status of an error without an answer: the person cancelled it. */
export const STOPPED = 499;

/** What is said where the service says nothing. */
const OWN_WORDS: Readonly<Record<number, { readonly message: string; readonly hint: string }>> = {
  [UNREACHED]: { message: 'The service is not responding.', hint: 'Check that it is running and that you are online.' },
  [STOPPED]: { message: 'You stopped waiting for this answer.', hint: 'The service may be busy.' },
};

interface Refusal {
  readonly status: number;
  readonly body?: unknown;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** An answer that is not the one that was asked for, with what the service said of it. */
export class ApiError extends Error {
  readonly status: number;
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;
  /** When the service wants to be asked again: epoch milliseconds of this browser. */
  readonly retryAt: number | undefined;

  constructor({ status, body, retryAfterMs }: Refusal) {
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const text = (name: string): string | undefined => (typeof fields[name] === 'string' ? fields[name] : undefined);
    const own = OWN_WORDS[status];
    super(text('message') ?? text('error') ?? own?.message ?? `The service answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.hint = text('hint') ?? own?.hint;
    this.requestId = text('request_id');
    this.details = fields['details'];
    this.retryAt = retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs;
  }
}
