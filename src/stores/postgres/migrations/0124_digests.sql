-- Mails about projects that people get by a schedule, and what became of each (docs/digests.md).

create table digests (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  name text not null,
  scope_kind text not null check (scope_kind in ('project', 'projects', 'organization', 'client')),
  -- Null: all projects of the organization.
  project_ids text[],
  every text not null check (every in ('day', 'week', 'month')),
  -- HH:MM on the clocks of the time zone.
  at text not null,
  weekday integer check (weekday between 1 and 7),
  day_of_month integer check (day_of_month between 1 and 31),
  time_zone text not null,
  sections text[] not null,
  channel_ids text[] not null,
  addresses text[] not null,
  skip_quiet boolean not null,
  language text not null,
  brand jsonb,
  is_enabled boolean not null,
  -- In the observed world; null while it is switched off.
  next_run_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((scope_kind = 'organization') = (project_ids is null))
);
create index digests_organization_id_idx on digests (organization_id, created_at desc, id desc);
create index digests_next_run_at_idx on digests (next_run_at, id) where is_enabled;

-- A digest for one period: its id is made of both, so that it is sent once.
create table digest_runs (
  id text primary key,
  digest_id text not null references digests (id) on delete cascade,
  from_day date not null,
  to_day date not null,
  status text not null check (status in ('queued', 'sent', 'skipped', 'failed')),
  reason text,
  -- Periods before it that no digest was sent for, under the names of the wire.
  missed jsonb not null default '[]',
  subject text,
  -- What each recipient was sent.
  deliveries jsonb not null default '[]',
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (digest_id, to_day, from_day)
);
create index digest_runs_ended_at_idx on digest_runs (ended_at);
create index digest_runs_open_idx on digest_runs (created_at, id) where status = 'queued';

call audit_table('digests', 'digest', '{name}', silent => '{next_run_at,updated_at}');
