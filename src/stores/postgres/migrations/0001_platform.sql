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
  id bigint generated always as identity primary key,
  table_name text not null,
  rows_count integer not null,
  lines text compression lz4 not null,
  -- Set when the row is put into a batch: a repeated shipment uses the same batch and token.
  batch_id bigint,
  created_at timestamptz not null default now()
);
create index outbox_batch_id_idx on outbox (batch_id, id);
create sequence outbox_batch_seq;

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
