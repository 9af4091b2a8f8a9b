-- Who caused what was spent, and what members may spend (docs/costs.md, "Budgets").

-- The person who caused a call, signed in or by a key of their own; null: a schedule, a key of an organization, or before this was kept.
alter table api_costs add column person_id text;
create index api_costs_cause_idx on api_costs (project_id, created_at) where person_id is not null or api_key_id is not null;

-- The membership by which a person ordered a check.
alter table serp_tasks add column member_id text;

-- What an organization allows its projects to spend in a month, beside the limits that operators set: the lower one holds.
create table project_limits (
  -- Of a project, which an archive may bring later.
  project_id text primary key,
  monthly_usd double precision not null check (monthly_usd >= 0),
  -- Id of the person or key.
  set_by text not null,
  updated_at timestamptz not null default now()
);
call audit_table('project_limits', 'project_limit', '{project_id}', keys => '{project_id}', silent => '{set_by,updated_at}');
