import type { Sql } from '#stores/postgres/types.ts';
import type { Notification, NotificationStatus } from '../notification.ts';

/** Tests of a channel that are due since then. */
export async function countTests(sql: Sql, channelId: string, since: Date): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    'select count(*) as total from notifications where channel_id = $1 and is_test and due_at > $2',
    [channelId, since],
  );
  return rows[0]?.total ?? 0;
}

export interface NoticeDelivery {
  readonly noticeId: string;
  readonly notificationId: string;
  readonly channelId: string;
  readonly channelName: string;
  readonly status: NotificationStatus;
  readonly tries: number;
  readonly lastError: string | null;
}

/** What became of notices, by channel. */
export async function selectNoticeDeliveries(sql: Sql, noticeIds: readonly string[], limit: number): Promise<NoticeDelivery[]> {
  const { rows } = await sql.query<NoticeDelivery>(
    `select n.notice_id, n.id as notification_id, n.channel_id, c.name as channel_name, n.status, n.attempts as tries, n.error as last_error
     from notifications n join channels c on c.id = n.channel_id
     where n.notice_id = any($1) order by n.created_at, n.id limit $2`,
    [noticeIds, limit],
  );
  return rows;
}

export type UndeliveredNotification = Pick<
  Notification,
  'id' | 'noticeId' | 'channelId' | 'event' | 'severity' | 'body' | 'status' | 'error' | 'createdAt'
>;

/** What channels of an organization did not get in a span: given up, or not sent within a day. The oldest first. */
export async function selectUndelivered(
  sql: Sql,
  { organizationId, projectIds, from, to, limit }: UndeliveredSpan & { readonly limit: number },
): Promise<UndeliveredNotification[]> {
  const { rows } = await sql.query<UndeliveredNotification>(
    `select n.id, n.notice_id, n.channel_id, n.event, n.severity, n.body, n.status, n.error, n.created_at
     from notifications n join channels c on c.id = n.channel_id
     where c.organization_id = $1 and n.status in ('digested', 'failed') and not n.is_test and n.event <> 'held'
       and n.created_at >= $2 and n.created_at < $3
       and ($4::text[] is null or (n.body::jsonb ->> 'projectId') = any($4))
     order by n.created_at, n.id limit $5`,
    [organizationId, from, to, projectIds, limit],
  );
  return rows;
}

export interface UndeliveredSpan {
  readonly organizationId: string;
  /** Null: of all projects, and of the organization itself. */
  readonly projectIds: readonly string[] | null;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}
