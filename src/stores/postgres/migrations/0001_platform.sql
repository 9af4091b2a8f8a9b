-- What the engines need: settings, keys, idempotency, cache, outbox, dead letters.

create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table organizations (
  id text primary key,
  name text not null,
  tier text not null default 'standard',
  created_at timestamptz not null
);

create table api_keys (
  id text primary key,
  name text not null,
  -- The first characters, to recognise a key by; the key itself is never stored.
  key_prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  tier text not null default 'standard',
  organization_id text references organizations (id),
  project_id text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

create table idempotency_keys (
  caller_id text not null,
  key text not null,
  method text not null,
  path text not null,
  request_hash bytea not null,
  -- Null while the first request still runs.
  status integer,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (caller_id, method, path, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- Losing the cache after a crash costs money and never truth.
create unlogged table cache_entries (
  key text primary key,
  value jsonb not null,
  expires_at timestamptz not null
);
create index cache_entries_expires_at_idx on cache_entries (expires_at);

-- Rows on their way to ClickHouse, several to a row, as JSON lines.
create table outbox (
  table_name text not null,
  id bigint generated always as identity,
  rows_count integer not null,
  lines text not null,
  created_at timestamptz not null default now(),
  primary key (table_name, id)
);

-- What is being shipped now, at most one batch a table: written down before the shipment, so that
-- a repeated one holds the same rows under the same token.
create table outbox_batches (
  table_name text primary key,
  token text not null,
  row_ids bigint[] not null,
  created_at timestamptz not null default now()
);
create sequence outbox_batch_seq;

-- The rows live for seconds. lz4 costs next to nothing; the default method would cost more time
-- than the rows are worth, so a server built without lz4 keeps them as they are.
do $$
begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table outbox alter column lines set compression lz4;
  else
    alter table outbox alter column lines set storage external;
  end if;
end
$$;

create table dead_letters (
  id text primary key,
  queue text not null,
  workflow text not null,
  workflow_id text not null,
  payload jsonb not null,
  error text not null,
  attempts integer not null,
  failed_at timestamptz not null default now(),
  retried_at timestamptz
);
create index dead_letters_failed_at_idx on dead_letters (failed_at desc, id);
