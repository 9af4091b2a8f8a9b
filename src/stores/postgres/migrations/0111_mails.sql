-- What became of each mail. What it says lies sealed in `secrets` until it was sent or given up, because it may hold links for one use.
create table mails (
  id text primary key,
  kind text not null,
  -- Null: of the service.
  organization_id text references organizations (id) on delete cascade,
  to_address text not null,
  -- `refused`: the server takes it never. `failed`: given up.
  status text not null check (status in ('queued', 'sent', 'refused', 'failed')),
  tries integer not null default 0,
  error text,
  secret_id text,
  created_at timestamptz not null,
  -- Not tried any more after this; null: no end of its own.
  give_up_at timestamptz,
  next_try_at timestamptz,
  sent_at timestamptz
);

create index mails_created_at_idx on mails (created_at, id);
create index mails_organization_id_idx on mails (organization_id, created_at);
