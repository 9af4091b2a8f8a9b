import { Webhook } from 'standardwebhooks';
import type { WebhookMessage } from './index.ts';

/** How the Standard Webhooks specification marks a secret that is base64. */
const BASE64_SECRET = 'whsec_';

export interface SignedMessage extends WebhookMessage {
  readonly sentAt: Date;
  /** Text, or base64 after `whsec_`. A receiver takes a message that any of them signed; without one it is not signed. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks for a message of JSON. */
export function toSignedHeaders({ id, body, sentAt, secrets }: SignedMessage): Record<string, string> {
  const sentAtSeconds = Math.floor(sentAt.getTime() / 1_000);
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': String(sentAtSeconds) };
  if (secrets.length === 0) return headers;
  const signatures = secrets.map((secret) =>
    new Webhook(secret, secret.startsWith(BASE64_SECRET) ? {} : { format: 'raw' }).sign(id, sentAt, body),
  );
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}
