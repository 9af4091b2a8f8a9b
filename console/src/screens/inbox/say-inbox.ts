import type { GetInboxResponse } from '#client';
import { formatPlural } from '#data/format.ts';

/** The service counts no further. */
const COUNTED = 1000;

/** What the inbox comes to, in a sentence. A key reads nothing, so of its messages nothing is unread. */
export function sayInbox({ pagination: { total }, unread }: Pick<GetInboxResponse, 'pagination' | 'unread'>): string {
  if (unread === null) return total === 0 ? 'No messages in the last 400 days.' : `${formatPlural(total, 'message')} in the last 400 days.`;
  if (unread === 0) return 'You have read everything.';
  return `${unread >= COUNTED ? `More than ${COUNTED - 1} messages are` : `${formatPlural(unread, 'message')} ${unread === 1 ? 'is' : 'are'}`} unread.`;
}
