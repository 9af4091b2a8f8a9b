-- The ledger by the hour: what reads of long spans add up instead of every call. It is kept in the
-- transaction that books a call, so the two never differ.
create table cost_hours (
  hour timestamptz not null,
  project_id text,
  service text not null,
  run_id text,
  cost_usd numeric(14, 6) not null,
  -- Each call once, whoever shares its price.
  requests bigint not null,
  -- Rows of the ledger.
  calls bigint not null
);
create unique index cost_hours_key on cost_hours (hour, project_id, service, run_id) nulls not distinct;
create index cost_hours_project_id_idx on cost_hours (project_id, hour);

insert into cost_hours (hour, project_id, service, run_id, cost_usd, requests, calls)
select date_trunc('hour', created_at, 'UTC'), project_id, service, run_id, sum(cost_usd), sum(request_count), count(*)
from api_costs
group by 1, 2, 3, 4;

-- A call whose price several projects share has a row for each; the first of them counts the request.
alter table api_costs add column part smallint not null default 0;
drop index api_costs_task_id_key;
create unique index api_costs_task_id_key on api_costs (task_id, part) where task_id is not null;

-- The orders in which the ledger is read.
drop index api_costs_project_id_idx;
create index api_costs_project_id_idx on api_costs (project_id, created_at desc, id);
drop index api_costs_run_id_idx;
create index api_costs_run_id_idx on api_costs (run_id, created_at desc, id);

-- Calls whose id the provider never told are found in its record by our own.
create index api_costs_tag_idx on api_costs (tag) where task_id is null;
