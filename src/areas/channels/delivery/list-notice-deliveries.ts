import type { Sql } from '#stores/postgres/types.ts';
import type { Notice } from '../notice.ts';
import { selectNoticeDeliveries, selectUndelivered, type NoticeDelivery, type UndeliveredSpan } from '../store/notice-deliveries.ts';

const LISTED_MAX = 500;

/** What became of notices, by channel, for who shows what they are about. At most 500. */
export async function listNoticeDeliveries(sql: Sql, noticeIds: readonly string[]): Promise<NoticeDelivery[]> {
  return noticeIds.length === 0 ? [] : await selectNoticeDeliveries(sql, noticeIds, LISTED_MAX);
}

/**
 * Notices that a channel did not get in a span, because it was given up or took longer than a day: what a digest says in its place. Each
 * once, the oldest first, at most 500.
 */
export async function listUndeliveredNotices(sql: Sql, span: UndeliveredSpan): Promise<(Notice & { readonly at: Date })[]> {
  const rows = await selectUndelivered(sql, { ...span, limit: LISTED_MAX });
  return [...new Map(rows.map(({ noticeId, body, createdAt }) => [noticeId, { ...(JSON.parse(body) as Notice), at: createdAt }])).values()];
}
