import { hashKey } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Ids } from './openapi-walk-send.ts';
import { WALKED_TOKEN } from './openapi-walk-values.ts';

/** A feed of the project with a message and a test, and an entry of the inbox; the token that requests can name is of the first one. */
export async function makeWalkedChannel(sql: Sql, projectId: string, organization: string): Promise<Ids> {
  const [channelId, messageId, entryId] = [newId('chn_'), newId('msg_'), newId('ntc_')];
  await sql.query(
    `insert into channels (id, organization_id, project_id, kind, name, shown_to, events, min_severity, state, state_since, token_hash, tested_at,
       test_id, created_by, created_at, updated_at)
     select $1, $2, $3, 'feed', 'Walked', 'Atom feed', array['alert.fired'], 'info', 'on', now(),
       case when exists (select from channels where token_hash = $4) then null else $4 end, now(), $5, 'key_1', now(), now()`,
    [channelId, organization, projectId, hashKey(WALKED_TOKEN), messageId],
  );
  const notice = {
    id: entryId,
    title: 'Walked',
    text: 'walked',
    items: [],
    itemsTotal: 0,
    path: '/console/',
    severity: 'info',
    event: 'test',
  };
  await sql.query(
    `insert into notifications (id, channel_id, notice_id, event, url, body, status, attempts, is_test, due_at, created_at, delivered_at)
     values ($1, $2, $3, 'test', 'Atom feed', $4, 'delivered', 1, true, now(), now(), now())`,
    [messageId, channelId, entryId, JSON.stringify({ ...notice, organizationId: organization, projectId, body: {} })],
  );
  await sql.query(
    `insert into inbox_entries (id, organization_id, project_id, event, severity, title, text, path, at)
     values ($1, $2, $3, 'alert.fired', 'info', 'Walked', 'walked', '/console/', now())`,
    [entryId, organization, projectId],
  );
  return { channel_id: channelId, channel_delivery_id: messageId, entry_id: entryId };
}

/** An event that was not delivered. */
export async function makeDelivery(sql: Sql): Promise<string> {
  const id = newId('msg_');
  await sql.query(
    `insert into notifications (id, event, url, body, status, attempts, error, created_at)
     values ($1, 'test', 'https://hooks.example.com/', '{"event":"test"}', 'failed', 4, 'a failure', now())`,
    [id],
  );
  return id;
}
