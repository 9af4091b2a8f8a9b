-- The ledger of every outside call, and the budgets that calls reserve from (specification 2.12, section 8).

create table api_costs (
  id text primary key,
  run_id text,
  project_id text,
  service text not null,
  endpoint text not null,
  cost_usd numeric(14, 6) not null default 0,
  estimate_usd numeric(14, 6) not null default 0,
  request_count integer not null default 1,
  app_id text,
  category_id text,
  -- The provider's id of the task.
  task_id text,
  -- Our id of the call, which the provider echoes.
  tag text,
  success smallint not null default 1,
  items_returned integer,
  -- 0: neither the answer nor the provider's books told the price.
  is_confirmed smallint not null default 1,
  source text not null,
  workflow_type text,
  api_key_id text,
  created_at timestamptz not null
);
create index api_costs_created_at_idx on api_costs (created_at desc, id);
create index api_costs_project_id_idx on api_costs (project_id, created_at desc);
create index api_costs_run_id_idx on api_costs (run_id);
create unique index api_costs_task_id_key on api_costs (task_id) where task_id is not null;

-- One row per budget, scope (a day, an hour and type, a run, a project and month) and window.
create table budget_windows (
  budget text not null,
  scope text not null,
  window_start timestamptz not null,
  reserved_usd numeric(14, 6) not null default 0,
  spent_usd numeric(14, 6) not null default 0,
  requests integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (budget, scope, window_start)
);
create index budget_windows_updated_at_idx on budget_windows (updated_at);

-- Money set aside for a call that has not been settled; what a crash leaves is settled by the sweeper.
create table spend_reservations (
  id text primary key,
  service text not null,
  endpoint text not null,
  estimate_usd numeric(14, 6) not null,
  tag text not null,
  scope jsonb not null,
  -- The windows that were charged: [{ budget, scope, window_start }].
  windows jsonb not null,
  -- Set when the call ended without telling its price.
  is_lost boolean not null default false,
  -- The date of the call in the observed world, by which the provider's books are searched.
  posted_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index spend_reservations_created_at_idx on spend_reservations (created_at);
