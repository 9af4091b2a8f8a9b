-- The question of a run to the language model about its site, marked before it is asked: without an answer it may have
-- been lost and paid for.
create table research_asks (
  run_id text primary key references research_runs (id) on delete cascade,
  -- As it came.
  answer jsonb,
  asked_at timestamptz not null
);
