-- Lists that people take away by a schedule or by hand, and what became of each time (docs/exports.md).

create table exports (
  id text primary key,
  -- Null: of the service, made by who runs it.
  organization_id text references organizations (id) on delete cascade,
  -- Null: its list is of no single project.
  project_id text references projects (id) on delete cascade,
  name text not null,
  -- The path of the list that is read.
  list text not null,
  params jsonb not null,
  query jsonb not null,
  -- Its filters go before those of `query`. Without a reference: an export whose view is gone is refused, not widened.
  view_id text,
  fields text[],
  format text not null check (format in ('csv', 'jsonl')),
  -- Null: by hand alone.
  every text check (every in ('day', 'week', 'month')),
  -- HH:MM on the clocks of the time zone.
  at text not null,
  weekday integer check (weekday between 1 and 7),
  day_of_month integer check (day_of_month between 1 and 31),
  time_zone text not null,
  -- Its kind, and what is no secret of it, under the names of the wire.
  destination jsonb not null,
  -- Ids in `secrets` by field.
  secret_ids jsonb not null default '{}',
  keep_days integer not null check (keep_days between 1 and 90),
  is_enabled boolean not null,
  -- In the observed world; null: it does not come by itself.
  next_run_at timestamptz,
  -- Whose rights are asked at each run.
  maker_kind text not null check (maker_kind in ('user', 'key')),
  maker_id text not null,
  maker_organization_id text,
  maker_is_operator boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index exports_organization_id_idx on exports (organization_id, created_at desc, id desc);
create index exports_project_id_idx on exports (project_id, id);
create index exports_created_by_idx on exports (created_by, created_at desc, id desc);
create index exports_next_run_at_idx on exports (next_run_at, id) where is_enabled;

-- An export at one time. That of a schedule has an id made of both, so that it is made once.
create table export_runs (
  id text primary key,
  export_id text not null references exports (id) on delete cascade,
  -- `partial`: a file is there, and not all of the list is in it. `refused`: its owner may not see the list any more.
  status text not null check (status in ('queued', 'running', 'done', 'partial', 'refused', 'failed')),
  reason text,
  started_by text not null check (started_by in ('hand', 'schedule')),
  -- Of a schedule: when it was due, and how many times before it were missed.
  due_at timestamptz,
  missed integer not null default 0,
  -- What is in the file, or what has been read so far.
  rows bigint not null default 0,
  -- What the list says that it has; null: it does not say.
  total bigint,
  bytes bigint,
  sha256 text,
  file_name text,
  file_removed_at timestamptz,
  -- Links carry it: another one ends those before it.
  link_version integer not null default 1,
  -- Where the file was brought, as it may be shown.
  delivered_to text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index export_runs_export_id_idx on export_runs (export_id, created_at desc, id desc);
create index export_runs_ended_at_idx on export_runs (ended_at) where file_removed_at is null;
create index export_runs_open_idx on export_runs (created_at, id) where status in ('queued', 'running');

call audit_table('exports', 'export', '{name}', silent => '{next_run_at,updated_at,secret_ids}');
