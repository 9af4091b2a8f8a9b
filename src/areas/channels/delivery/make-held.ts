import type { Sql } from '#stores/postgres/types.ts';
import { SEVERITIES, type Notice } from '../notice.ts';
import type { Notification } from '../notification.ts';
import { fillHeld, listHeldIn } from '../store/line.ts';

/** Notices that one message is made of; the rest is counted. */
const NOTICES_MAX = 200;
const ITEMS_MAX = 100;
/** Of one notice: its own items, so that one that has many leaves room for others. */
const ITEMS_OF_ONE = 10;

/** Makes of everything that quiet hours held one notice, the same one at every try. One that was held alone stays as it was. */
export async function makeHeld(sql: Sql, message: Pick<Notification, 'id'>): Promise<Notice> {
  const rows = await listHeldIn(sql, message.id, NOTICES_MAX);
  const notices = rows.map(({ body }) => JSON.parse(body) as Notice);
  const notice = joinNotices(message.id, notices);
  await fillHeld(sql, { id: message.id, body: JSON.stringify(notice), severity: notice.severity });
  return notice;
}

/** The worst first. */
export function joinNotices(id: string, notices: readonly Notice[]): Notice {
  const [first, ...others] = notices.toSorted((one, other) => SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity));
  if (first === undefined) throw new Error('a message of held notices has none');
  if (others.length === 0) return first;
  const all = [first, ...others];
  const items = all.flatMap(({ title, text, path, items: own }) => [{ title, text, path }, ...own.slice(0, ITEMS_OF_ONE)]);
  return {
    id,
    event: 'held',
    organizationId: first.organizationId,
    projectId: first.projectId,
    severity: first.severity,
    title: `${all.length} messages from the quiet hours`,
    text: all.map(({ title }) => title).join('\n'),
    items: items.slice(0, ITEMS_MAX),
    itemsTotal: all.reduce((total, { itemsTotal }) => total + itemsTotal + 1, 0),
    path: first.path,
    body: { notices: all.map(({ id: noticeId, event, severity, title }) => ({ id: noticeId, event, severity, title })) },
  };
}
