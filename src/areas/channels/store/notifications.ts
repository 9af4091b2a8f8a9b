import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Notification, NotificationStatus, NotificationTry } from '../notification.ts';

const COLUMNS = `id, channel_id, notice_id, event, severity, url, body, status, attempts, round, round_tries, is_test, response_status, error,
  hold_until, sent_in, created_at, due_at, next_try_at, delivered_at`;

export type NewNotification = Pick<
  Notification,
  | 'id'
  | 'channelId'
  | 'noticeId'
  | 'event'
  | 'severity'
  | 'url'
  | 'body'
  | 'status'
  | 'isTest'
  | 'holdUntil'
  | 'sentIn'
  | 'createdAt'
  | 'dueAt'
>;

/** @returns false when it is there already */
export async function insertNotification(sql: Sql, one: NewNotification): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into notifications (id, channel_id, notice_id, event, severity, url, body, status, is_test, hold_until, sent_in, created_at, due_at,
       next_try_at, delivered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       case $8 when 'pending' then $13::timestamptz end, case $8 when 'delivered' then $12::timestamptz end)
     on conflict do nothing`,
    [
      one.id,
      one.channelId,
      one.noticeId,
      one.event,
      one.severity,
      one.url,
      one.body,
      one.status,
      one.isTest,
      one.holdUntil,
      one.sentIn,
      one.createdAt,
      one.dueAt,
    ],
  );
  return rowCount === 1;
}

export async function findNotification(sql: Sql, id: string): Promise<Notification | undefined> {
  const { rows } = await sql.query<Notification>(`select ${COLUMNS} from notifications where id = $1`, [id]);
  return rows[0];
}

/** The same, and others wait who would change it. */
export async function lockNotification(sql: Sql, id: string): Promise<Notification | undefined> {
  const { rows } = await sql.query<Notification>(`select ${COLUMNS} from notifications where id = $1 for update`, [id]);
  return rows[0];
}

export interface NotificationFilter {
  readonly channelId: string | null;
  readonly status?: NotificationStatus | undefined;
  readonly event?: string | undefined;
}

/** Newest first. */
export const notificationList = defineList<Notification, NotificationFilter>({
  columns: COLUMNS,
  from: `from notifications where channel_id is not distinct from $1 and ($2::text is null or status = $2) and ($3::text is null or event = $3)`,
  order: 'created_at desc, id desc',
  values: ({ channelId, status, event }) => [channelId, status, event],
});

/** The newest tries, the last one first. */
export async function listTries(sql: Sql, id: string, limit: number): Promise<NotificationTry[]> {
  const { rows } = await sql.query<NotificationTry>(
    `select number, began_at, duration_ms, response_status, error
       from notification_tries where delivery_id = $1 order by number desc limit $2`,
    [id, limit],
  );
  return rows;
}

/** How a try ended, and what becomes of the notification. */
export interface EndedTry extends Omit<NotificationTry, 'number'> {
  readonly id: string;
  readonly status: NotificationStatus;
  readonly nextTryAt: Date | null;
}

/** Adds a try, in one statement, so that neither is written without the other; what it was sent for ends with it. */
export async function recordTry(sql: Sql, ended: EndedTry): Promise<void> {
  const { id, status, beganAt, durationMs, responseStatus, error, nextTryAt } = ended;
  await sql.query(
    `with ended as (
       update notifications set attempts = attempts + 1, round_tries = round_tries + 1, status = $2, response_status = $5, error = $6,
              next_try_at = $7, delivered_at = case $2 when 'delivered' then $3::timestamptz end
        where id = $1 returning id, attempts)
     insert into notification_tries (delivery_id, number, began_at, duration_ms, response_status, error)
     select id, attempts, $3, $4, $5, $6 from ended`,
    [id, status, beganAt, durationMs, responseStatus, error, nextTryAt],
  );
}

/** Ends what quiet hours held with the message that it was sent in, but for what is sent again on its own meanwhile. */
export async function endHeld(
  sql: Sql,
  { id, status, error, deliveredAt }: Pick<Notification, 'id' | 'status' | 'error' | 'deliveredAt'>,
): Promise<void> {
  await sql.query(
    `update notifications set status = $2, error = $3, delivered_at = $4 where sent_in = $1 and id <> $1 and status <> 'pending'`,
    [id, status, error, deliveredAt],
  );
}

/** Ends one without a try: it is too late for it, or its channel is off. */
export async function endUntried(sql: Sql, { id, status, error }: Pick<Notification, 'id' | 'status' | 'error'>): Promise<void> {
  await sql.query(`update notifications set status = $2, error = $3, next_try_at = null where id = $1`, [id, status, error]);
}

/** One that was sent before waits for tries again, to where its channel leads today. @returns its round */
export async function reopen(
  sql: Sql,
  { id, url, dueAt }: Pick<Notification, 'id' | 'url' | 'dueAt'>,
): Promise<Pick<Notification, 'round'> | undefined> {
  const { rows } = await sql.query<Pick<Notification, 'round'>>(
    `update notifications set status = 'pending', url = $2, error = null, delivered_at = null, due_at = $3, next_try_at = $3,
       round = round + 1, round_tries = 0
     where id = $1 returning round`,
    [id, url, dueAt],
  );
  return rows[0];
}

/** Removes what is old. @returns how many went */
export async function deleteNotificationsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from notifications where id in (select id from notifications where created_at < $1 order by created_at, id limit $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
