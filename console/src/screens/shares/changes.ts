import type { PutSharesByShareIdData, Share } from '#client';
import { formatInstant } from '#data/format.ts';
import type { Order } from './order.ts';

/** What of a share is to be another. */
export type Changes = NonNullable<PutSharesByShareIdData['body']>;

/** What a share is now. Its password is not among it: nothing but its hash is kept. */
export function toOrder(share: Share): Order {
  const { project_id, name, sections, filter, range, from, to, days, compare } = share;
  const { expires_at, allow_csv, show_annotations, frame_hosts } = share;
  return { project_id, name, sections, filter, range, from, to, days, compare, expires_at, allow_csv, show_annotations, frame_hosts };
}

/** What of an order is not as the share is. What stays is left out: an end that has passed may stay, and may not be set. */
export function toChanges(share: Share, order: Order): Changes {
  const before: Readonly<Record<string, unknown>> = { ...toOrder(share), password: '' };
  return Object.fromEntries(Object.entries(order).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}

/** Whether a share is open to those who have its link, until when, and whether they need a password too. Ends are of real time. */
export function describeState(share: Pick<Share, 'revoked_at' | 'expires_at' | 'has_password'>, now: Date): string {
  const { revoked_at: revokedAt, expires_at: expiresAt, has_password: hasPassword } = share;
  if (revokedAt !== null) return `ended ${formatInstant(revokedAt)}`;
  if (expiresAt !== null && new Date(expiresAt) <= now) return `expired ${formatInstant(expiresAt)}`;
  return [expiresAt === null ? 'open' : `until ${formatInstant(expiresAt)}`, ...(hasPassword ? ['password protected'] : [])].join(', ');
}
