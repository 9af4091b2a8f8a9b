-- Where people get messages, and one table for everything that is sent: what was sent to the receiver of the operator before moves into it.

create table channels (
  id text primary key,
  -- Null: of the service; operators' channels alone.
  organization_id text references organizations (id) on delete cascade,
  -- Null: of the organization.
  project_id text references projects (id) on delete cascade,
  kind text not null,
  name text not null,
  -- Where it leads to, as it may be shown.
  shown_to text not null,
  -- What is no secret of its configuration.
  config jsonb not null default '{}',
  -- Ids in `secrets` by field of the configuration; `signing` and `signing_before` are made here.
  secret_ids jsonb not null default '{}',
  -- Until then messages are signed with the secret before too.
  rotated_until timestamptz,
  -- SHA-256 of the token of a feed.
  token_hash bytea,
  events text[] not null,
  min_severity text not null check (min_severity in ('info', 'warning', 'critical')),
  -- Under the names of the wire: from, to, days, critical_passes.
  quiet jsonb,
  state text not null check (state in ('on', 'failing', 'off')),
  state_reason text,
  state_since timestamptz not null,
  fallback_channel_id text references channels (id) on delete set null deferrable initially deferred,
  -- Notifications that were given up since the last one that was taken.
  failures integer not null default 0,
  -- Not earlier than then, by the clock of this store; a message that is under way holds the channel until it has ended.
  next_send_at timestamptz,
  tested_at timestamptz,
  test_id text,
  test_arrived boolean,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (project_id is null or organization_id is not null)
);
create index channels_organization_id_idx on channels (organization_id, id);
create index channels_project_id_idx on channels (project_id, id);
create unique index channels_token_hash_key on channels (token_hash);
create index channels_failing_idx on channels (state_since) where state = 'failing';

alter table webhook_deliveries rename to notifications;
alter table webhook_tries rename to notification_tries;
alter table notifications rename constraint webhook_deliveries_pkey to notifications_pkey;
alter table notification_tries rename constraint webhook_tries_pkey to notification_tries_pkey;
alter index webhook_deliveries_created_idx rename to notifications_created_at_idx;

alter table notifications
  -- Null: the receiver of the operator.
  add column channel_id text references channels (id) on delete cascade,
  add column notice_id text,
  add column severity text not null default 'info' check (severity in ('info', 'warning', 'critical')),
  -- Counted up by each time that it is sent again by hand: tries of earlier ones end.
  add column round integer not null default 1,
  add column round_tries integer not null default 0,
  add column is_test boolean not null default false,
  -- Held until then, in the time of the observed world.
  add column hold_until timestamptz,
  -- Of one that was held: the message that it is sent in.
  add column sent_in text,
  -- Real time, as is the next one: older than a day from here it is not sent, but left to the next digest.
  add column due_at timestamptz,
  add column next_try_at timestamptz;
update notifications set is_test = true where event = 'test';
alter table notifications drop constraint webhook_deliveries_status_check;
-- `held`: waits for the end of quiet hours. `digested`: not sent in time, for the next digest to say.
alter table notifications add constraint notifications_status_check
  check (status in ('pending', 'held', 'delivered', 'failed', 'digested'));
create index notifications_channel_id_idx on notifications (channel_id, created_at desc, id desc);
create index notifications_pending_idx on notifications (channel_id, next_try_at, id) where status = 'pending';
create index notifications_held_idx on notifications (hold_until) where status = 'held';
create index notifications_sent_in_idx on notifications (sent_in) where sent_in is not null;
create index notifications_notice_id_idx on notifications (notice_id) where notice_id is not null;

-- What the bell shows.
create table inbox_entries (
  -- The id of the notice: it is written once.
  id text primary key,
  -- Null: of the service.
  organization_id text references organizations (id) on delete cascade,
  project_id text references projects (id) on delete cascade,
  event text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  title text not null,
  text text not null,
  path text not null,
  at timestamptz not null
);
create index inbox_entries_organization_id_idx on inbox_entries (organization_id, at desc, id desc);
create index inbox_entries_project_id_idx on inbox_entries (project_id, at desc, id desc);
create index inbox_entries_at_idx on inbox_entries (at, id);

-- Up to where a person has read, and what they read beyond that.
create table inbox_marks (
  user_id text primary key,
  until_at timestamptz not null,
  until_id text not null
);
create table inbox_reads (
  user_id text not null,
  entry_id text not null references inbox_entries (id) on delete cascade,
  primary key (user_id, entry_id)
);
create index inbox_reads_entry_id_idx on inbox_reads (entry_id);

call audit_table('channels', 'channel', '{name}',
  silent => '{updated_at,failures,next_send_at,state_since,tested_at,test_id,test_arrived,token_hash,secret_ids}');
