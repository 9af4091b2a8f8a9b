-- Checks and positions (specification 2.4, 2.5).

create table queries (
  -- qry_ + hash of what follows.
  id text primary key,
  keyword_id text not null,
  keyword text not null,
  location_code integer not null,
  language_code text not null,
  device text not null,
  engine text not null,
  kind text not null check (kind in ('organic', 'local')),
  created_at timestamptz not null
);

-- One row a check, whatever came of it. All results of the check are in `results`.
create table serp_runs (
  id text not null,
  query_id text not null,
  keyword_id text not null,
  engine text not null,
  kind text not null,
  -- Who asked first; other projects may have used the same run.
  project_id text,
  workflow_id text,
  status text not null check (status in ('completed', 'failed')),
  error text,
  check_url text,
  items_count integer not null default 0,
  se_results_count bigint,
  depth integer not null,
  checked_depth integer not null default 0,
  serp_features text[] not null default '{}',
  provider text not null,
  cost_usd numeric(14, 6) not null default 0,
  task_id text,
  -- Array of the results as src/areas/rankings writes them.
  results json,
  -- The day of the observed world.
  check_date date not null,
  -- The moment of the observed world.
  created_at timestamptz not null,
  -- Real time, for the one-hour cache.
  fetched_at timestamptz not null,
  -- Null while the page is kept and its positions are not worked out yet.
  applied_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);
-- Not every server is built with lz4; the embedded one compresses with the default method.
do $$
begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table serp_runs alter column results set compression lz4;
  end if;
end
$$;
create index serp_runs_query_id_idx on serp_runs (query_id, fetched_at desc);
create index serp_runs_created_at_idx on serp_runs (created_at);
create table serp_runs_default partition of serp_runs default;

-- The specification's positions, read out of the runs.
create view serp_positions as
select
  run.id || ':' || (item ->> 'rank_absolute') || ':' || (item ->> 'type') as id,
  run.id as serp_run_id,
  (item ->> 'rank_group')::integer as rank_group,
  (item ->> 'rank_absolute')::integer as rank_absolute,
  item ->> 'position' as position,
  item ->> 'xpath' as xpath,
  item ->> 'domain' as domain,
  item ->> 'url' as url,
  item ->> 'title' as title,
  item ->> 'description' as description,
  item ->> 'type' as type,
  case when (item ->> 'is_paid')::boolean then 1 else 0 end as is_paid,
  (item ->> 'rating_value')::double precision as rating_value,
  (item ->> 'rating_count')::integer as rating_count,
  run.created_at
from serp_runs run cross join lateral json_array_elements(run.results) as item;

-- The newest outcome per tracked keyword and domain; what GET /api/rankings serves.
create table current_rankings (
  project_id text not null references projects (id),
  keyword_id text not null references keywords (id),
  engine text not null,
  -- seo: organic results; local: places and local packs.
  channel text not null check (channel in ('seo', 'local')),
  domain text not null,
  keyword_text text not null,
  normalized_text text not null,
  device text not null,
  location_code integer not null,
  language_code text not null,
  asset_id text references assets (id) on delete cascade,
  asset_name text,
  relationship text not null check (relationship in ('MINE', 'COMPETITOR', 'OTHER')),
  status text not null check (status in ('ranked', 'not_found', 'failed', 'pending')),
  -- The last good outcome: a failed check leaves these as they are.
  -- The place among everything on the page (the vendor's rank_absolute), and among the same type.
  position integer,
  rank_group integer,
  previous_position integer,
  url text,
  title text,
  is_featured_snippet boolean not null default false,
  checked_depth integer,
  check_ts timestamptz,
  check_date date,
  run_id text,
  provider text,
  cost_usd numeric(14, 6),
  serp_features text[] not null default '{}',
  -- The newest failure; empty again after the next good check.
  error text,
  failed_at timestamptz,
  updated_at timestamptz not null,
  primary key (project_id, keyword_id, engine, channel, domain)
);
create index current_rankings_project_id_idx on current_rankings (project_id, normalized_text text_pattern_ops, keyword_id, engine, channel, domain);
create index current_rankings_asset_id_idx on current_rankings (asset_id);
