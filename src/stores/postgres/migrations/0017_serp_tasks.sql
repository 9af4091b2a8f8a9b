-- SERP tasks: result pages that somebody asked for and comes back for (specification 3.4, 4.4).

create table serp_tasks (
  -- task_...; its workflow has the same id.
  id text primary key,
  project_id text not null references projects (id),
  api_key_id text,
  -- In the observed world.
  created_at timestamptz not null,
  begun_at timestamptz,
  ended_at timestamptz
);
create index serp_tasks_created_at_idx on serp_tasks (created_at);

create table serp_task_keywords (
  task_id text not null references serp_tasks (id) on delete cascade,
  -- In the order of the request.
  place integer not null,
  "check" jsonb not null,
  -- What to look for; null: the project's own websites.
  target_domain text,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  -- The check in `queued_checks` that reads the page; null when the page was there.
  queued_check_id text,
  run_id text,
  -- What was found, as src/areas/rankings/tasks writes it.
  result jsonb,
  error text,
  primary key (task_id, place)
);
create index serp_task_keywords_queued_check_id_idx on serp_task_keywords (queued_check_id) where queued_check_id is not null;
create index serp_task_keywords_pending_idx on serp_task_keywords (task_id, place) where status = 'pending';
