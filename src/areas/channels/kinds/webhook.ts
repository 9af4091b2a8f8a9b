import { z } from 'zod';
import { toSignedHeaders } from '#providers/webhook-receiver/sign.ts';
import type { Notice } from '../notice.ts';
import { defineChannelKind, type Sending } from './channel-kind.ts';
import { toShownAddress, webAddressField } from './web-address.ts';

const BODY_BYTES_MAX = 64 * 1_024;

const Config = z.strictObject({
  url: webAddressField().meta({ description: 'Where messages are posted. Only its host is answered' }),
});

/** JSON for a program, with the headers of Standard Webhooks. */
export const webhookKind = defineChannelKind({
  kind: 'webhook',
  summary: 'JSON for a program of yours, signed by Standard Webhooks.',
  config: Config,
  secretFields: ['url'],
  limits: { perSecond: 20, burst: 10 },
  isSigned: true,
  mask: ({ url }) => toShownAddress(url),
  listAddresses: ({ url }) => ({ url }),
  toRequest: (notice, { url }, sending) => {
    const body = toBody(notice, sending);
    return { url, body, headers: toSignedHeaders({ ...sending, body, secrets: sending.signingSecrets }) };
  },
});

/** What fits into 64 KB: items beyond that are counted in `more`. */
function toBody(notice: Notice, { id, toUrl }: Sending): string {
  const given = Array.isArray(notice.body['items']) ? (notice.body['items'] as unknown[]) : undefined;
  const items = given ?? notice.items.map(({ title, text, path }) => ({ title, text, link: path === null ? null : toUrl(path) }));
  const total = Math.max(notice.itemsTotal, items.length);
  const write = (count: number): string =>
    JSON.stringify({
      event: notice.event,
      id,
      severity: notice.severity,
      title: notice.title,
      text: notice.text,
      link: toUrl(notice.path),
      ...notice.body,
      items: items.slice(0, count),
      more: total - count,
    });
  let [fits, tooMany] = [0, items.length + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (Buffer.byteLength(write(middle)) <= BODY_BYTES_MAX) fits = middle;
    else tooMany = middle;
  }
  return write(fits);
}
