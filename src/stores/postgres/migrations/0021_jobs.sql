-- Jobs, their runs, and the categories that a run has in its queue (specification 2.11).

create table jobs (
  id text primary key,
  name text not null,
  type text not null,
  -- Null: only by hand.
  cron_schedule text,
  is_enabled boolean not null,
  config jsonb not null,
  -- Came with the service: may be changed and switched off, and not removed.
  is_default boolean not null default false,
  -- In the observed world, as all instants here; null while nothing is scheduled or nobody has worked it out.
  next_run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index jobs_next_run_at_idx on jobs (next_run_at, id) where is_enabled;

create table job_runs (
  -- run_...; its workflow has the same id.
  id text primary key,
  -- Null: a crawl that no job asked for.
  job_id text references jobs (id) on delete cascade,
  type text not null,
  config jsonb not null,
  trigger text not null check (trigger in ('schedule', 'api')),
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'skipped')),
  -- Why it failed or was skipped.
  reason text,
  metadata jsonb not null,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
);
create index job_runs_job_id_idx on job_runs (job_id, id);
-- A job never overlaps itself.
create unique index job_runs_job_id_key on job_runs (job_id) where status in ('queued', 'running');
create index job_runs_open_idx on job_runs (id) where status in ('queued', 'running');
create index job_runs_completed_at_idx on job_runs (completed_at);

create table job_queue_items (
  run_id text not null references job_runs (id) on delete cascade,
  -- In the order of the crawl.
  place integer not null,
  id text not null unique,
  category_id text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  primary key (run_id, place)
);

insert into jobs (id, name, type, cron_schedule, is_enabled, config, is_default, created_at, updated_at) values
  (
    'job_admin_catalog_refresh', 'Catalog refresh', 'admin_catalog_refresh', '0 0 * * 0', true,
    '{"platform": "store_b", "all_categories": true, "related_app_depth": 0, "chart_types": ["topselling_free"], "device": "phone"}',
    true, now(), now()
  ),
  (
    'job_customer_app_tracking', 'Customer app tracking', 'customer_app_tracking', '0 2 * * *', true,
    '{"platform": null}', true, now(), now()
  );
