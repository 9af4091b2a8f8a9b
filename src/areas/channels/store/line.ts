import type { Sql } from '#stores/postgres/types.ts';
import type { ChannelState } from '../channel.ts';
import type { Notification } from '../notification.ts';

/**
 * Takes the channel for one message, unless its limits or a message under way forbid it. By the clock of the store, which all processes
 * share.
 * @param heldMs until when no other message goes, if nothing says that this one has ended
 * @param burstMs how much earlier than its turn one may go
 * @returns how long to wait, in milliseconds; 0: it is taken
 */
export async function takeTurn(
  sql: Sql,
  { channelId, heldMs, burstMs }: { readonly channelId: string; readonly heldMs: number; readonly burstMs: number },
): Promise<number> {
  const { rows } = await sql.query<{ waitMs: number }>(
    `with taken as (
       update channels set next_send_at = greatest(next_send_at, clock_timestamp()) + make_interval(secs => $2::double precision / 1000)
       where id = $1 and (next_send_at is null or next_send_at <= clock_timestamp() + make_interval(secs => $3::double precision / 1000))
       returning id)
     select case when exists (select from taken) then 0
       else greatest(1, extract(epoch from next_send_at - clock_timestamp()) * 1000 - $3)::double precision end as wait_ms
     from channels where id = $1`,
    [channelId, heldMs, burstMs],
  );
  return rows[0]?.waitMs ?? 0;
}

/** The message has ended: the next one goes after this wait. */
export async function endTurn(sql: Sql, channelId: string, waitMs: number): Promise<void> {
  await sql.query(
    `update channels set next_send_at = clock_timestamp() + make_interval(secs => $2::double precision / 1000) where id = $1`,
    [channelId, waitMs],
  );
}

/** How many messages of the channel are due before this one, at most 1,000: its place in the line. */
export async function countBefore(sql: Sql, { channelId, id, now }: { channelId: string; id: string; now: Date }): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from (
       select from notifications other, notifications own
       where own.id = $2 and other.channel_id = $1 and other.status = 'pending' and other.next_try_at <= $3
         and (other.next_try_at, other.id) < (own.next_try_at, own.id) limit 1000) before`,
    [channelId, id, now],
  );
  return rows[0]?.total ?? 0;
}

/** Notifications that were given up in a row. */
export async function countFailure(
  sql: Sql,
  channelId: string,
): Promise<{ readonly failures: number; readonly state: ChannelState } | undefined> {
  const { rows } = await sql.query<{ failures: number; state: ChannelState }>(
    'update channels set failures = failures + 1 where id = $1 returning failures, state',
    [channelId],
  );
  return rows[0];
}

/** One was taken. @returns whether the channel was failing */
export async function endFailures(sql: Sql, channelId: string, now: Date): Promise<boolean> {
  const { rows } = await sql.query<{ wasFailing: boolean }>(
    `with before as (select id, state from channels where id = $1 and (failures > 0 or state = 'failing') for update)
     update channels c set failures = 0, state = case c.state when 'failing' then 'on' else c.state end,
       state_reason = case c.state when 'failing' then null else c.state_reason end,
       state_since = case c.state when 'failing' then $2 else c.state_since end
     from before where c.id = before.id returning before.state = 'failing' as was_failing`,
    [channelId, now],
  );
  return rows[0]?.wasFailing ?? false;
}

/** @returns false when another was first */
export async function setState(
  sql: Sql,
  { id, state, from, reason, now }: { id: string; state: ChannelState; from: readonly ChannelState[]; reason: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update channels set state = $2, state_reason = $4, state_since = $5 where id = $1 and state = any($3)',
    [id, state, from, reason, now],
  );
  return rowCount === 1;
}

/** Messages that quiet hours held and that are due now in the observed world; each is found by one process. */
export async function releaseHeld(
  sql: Sql,
  { now, realNow, limit }: { now: Date; realNow: Date; limit: number },
): Promise<Pick<Notification, 'id' | 'round'>[]> {
  const { rows } = await sql.query<Pick<Notification, 'id' | 'round'>>(
    `update notifications set status = 'pending', due_at = $2, next_try_at = $2 where id in (
       select id from notifications where status = 'held' and sent_in is null and hold_until <= $1
       order by hold_until, id limit $3 for update skip locked)
     returning id, round`,
    [now, realNow, limit],
  );
  return rows;
}

/** What a message of held ones is made of, the oldest first. */
export async function listHeldIn(sql: Sql, id: string, limit: number): Promise<Pick<Notification, 'id' | 'body'>[]> {
  const { rows } = await sql.query<Pick<Notification, 'id' | 'body'>>(
    'select id, body from notifications where sent_in = $1 order by created_at, id limit $2',
    [id, limit],
  );
  return rows;
}

/** What it says, once and for all its tries. */
export async function fillHeld(sql: Sql, { id, body, severity }: Pick<Notification, 'id' | 'body' | 'severity'>): Promise<void> {
  await sql.query('update notifications set body = $2, severity = $3 where id = $1', [id, body, severity]);
}
