import { Webhook } from 'standardwebhooks';
import type { WebhookMessage } from './index.ts';

/** How the Standard Webhooks specification marks a secret that is base64. */
export const BASE64_SECRET = 'whsec_';

/**
 * The headers of Standard Webhooks, and the plain secret for receivers that compare only that.
 * @param secret text, or base64 after `whsec_`; undefined: the message is not signed
 */
export function toSignedHeaders(secret: string | undefined, { id, body }: WebhookMessage, now: Date): Record<string, string> {
  const sentAtSeconds = Math.floor(now.getTime() / 1_000);
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': String(sentAtSeconds) };
  if (secret === undefined) return headers;
  const signer = new Webhook(secret, secret.startsWith(BASE64_SECRET) ? {} : { format: 'raw' });
  return { ...headers, 'webhook-signature': signer.sign(id, now, body), 'x-webhook-secret': secret };
}
