import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import { OutsideError, type OutsideErrorOptions } from '#kernel/errors.ts';
import type { HttpClient, HttpResponse } from '../http-client.ts';
import type { WebhookReceiver, WebhookMessage } from './index.ts';
import { noReceiver } from './no-receiver.ts';
import { toSignedHeaders } from './sign.ts';

/** In errors and log lines. It takes no money, so the ledger does not know it. */
const SERVICE = 'webhook-receiver';
const TIMEOUT_MS = 10_000;
/** An answer is read only for what it says of success. */
const ANSWER_BYTES_MAX = 16 * 1_024;
const GONE = 410;

export interface WebhookReceiverOptions {
  readonly http: Pick<HttpClient, 'request'>;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly config: Config['webhook'];
  /** For one try; 10 s unless a test says otherwise. */
  readonly timeoutMs?: number | undefined;
}

export function makeWebhookReceiver({ http, clock, config, timeoutMs = TIMEOUT_MS }: WebhookReceiverOptions): WebhookReceiver {
  const { url, secret } = config;
  return {
    address: url === undefined ? undefined : toShownAddress(url),
    deliver: async (message, signal) => {
      if (url === undefined) throw noReceiver();
      const response = await http.request({
        service: SERVICE,
        url,
        method: 'POST',
        headers: toHeaders(secret, message, new Date(clock.realNow())),
        body: message.body,
        timeoutMs,
        responseBytesMax: ANSWER_BYTES_MAX,
        cutsBody: true,
        readsFailures: true,
        signal,
      });
      const refusal = findRefusal(response);
      if (refusal !== undefined) throw new OutsideError({ service: SERVICE, kind: 'http', code: response.status, ...refusal });
      return response.status;
    },
  };
}

/** Why an answer does not mean that the message was taken. How long to wait is ours to say: `Retry-After` is not read. */
function findRefusal({ status, body }: HttpResponse): Pick<OutsideErrorOptions, 'message' | 'retryable'> | undefined {
  if (status >= 300 && status < 400) return { message: `the receiver redirects (${status}), and redirects are not followed` };
  if (status === GONE) return { message: 'the receiver wants no more messages (410)', retryable: false };
  if (status >= 300) return { message: `the receiver answered with HTTP status ${status}` };
  return saysFailure(body) ? { message: 'the receiver answered that it had no success' } : undefined;
}

/** The answer is expected to be `{ "success": true }`; one that says nothing of success is taken as good. */
function saysFailure(body: Buffer): boolean {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false;
  } catch {
    return false;
  }
}

function toShownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/**
 * The headers of Standard Webhooks, and the plain secret for receivers that compare only that.
 * @param secret text, or base64 after `whsec_`; undefined: the message is not signed
 */
function toHeaders(secret: string | undefined, { id, body }: WebhookMessage, now: Date): Record<string, string> {
  return {
    ...toSignedHeaders({ id, body, sentAt: now, secrets: secret === undefined ? [] : [secret] }),
    ...(secret === undefined ? {} : { 'x-webhook-secret': secret }),
  };
}
