-- Projects, domains and assets (specification 2.1, 2.2, 2.9).

create table projects (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  description text,
  status text not null default 'active' check (status in ('active', 'paused', 'archived')),
  settings jsonb not null default '{}',
  time_zone text not null default 'UTC',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index projects_organization_id_idx on projects (organization_id, status, created_at desc, id);

alter table api_keys add constraint api_keys_project_id_fkey foreign key (project_id) references projects (id);

create table domains (
  id bigint generated always as identity primary key,
  domain text not null unique,
  data_tier text not null default 'customer',
  onboard_status text not null default 'pending' check (onboard_status in ('pending', 'in_progress', 'complete', 'failed')),
  onboard_workflow_id text,
  onboard_error text,
  onboard_started_at timestamptz,
  onboard_completed_at timestamptz,
  created_at timestamptz not null
);

create table assets (
  id text primary key,
  project_id text not null references projects (id),
  type text not null check (type in ('website', 'app_ios', 'app_android', 'local')),
  value text not null,
  name text not null,
  platform text check (platform in ('store_a', 'store_b')),
  role text not null default 'primary' check (role in ('primary', 'competitor')),
  icon_url text,
  meta jsonb not null default '{}',
  domain_id bigint references domains (id),
  -- The asset-onboard workflow that its creation started.
  workflow_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, type, value)
);
create index assets_project_id_idx on assets (project_id, created_at, id);
