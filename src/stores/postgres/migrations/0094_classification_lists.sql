-- Lists of domains, pages and keywords that are given to be classified together, and what became of each item.

create table classification_lists (
  -- list_
  id text primary key,
  project_id text references projects (id),
  organization_id text,
  name text not null,
  status text not null check (status in ('queued', 'running', 'complete', 'cancelled', 'failed')),
  -- Stages that are left out.
  skip_fetch boolean not null,
  skip_llm boolean not null,
  items integer not null,
  -- Lines that are not among the items: `{ line, value, reason }` and `{ line, value, of }`.
  refused jsonb not null,
  duplicates jsonb not null,
  -- Why it failed.
  error text,
  -- The workflow that works on it.
  workflow_id text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index classification_lists_created_idx on classification_lists (created_at desc, id);
create index classification_lists_project_idx on classification_lists (project_id, created_at desc, id);

create table classification_list_items (
  list_id text not null references classification_lists (id) on delete cascade,
  -- Of the list as it was given, from 1.
  line integer not null,
  value text not null,
  kind text not null check (kind in ('domain', 'url', 'keyword')),
  -- The normalized host, address or text, and the first 16 bytes of its SHA-256.
  subject text not null,
  subject_hash bytea not null,
  -- `waiting` until it is judged; also of a list that ended before.
  status text not null default 'waiting' check (status in ('waiting', 'classified', 'unsure', 'failed', 'over_budget')),
  -- Why a stage that would have been needed did not run.
  reason text,
  verdicts jsonb,
  confidence smallint,
  source text,
  is_cached boolean,
  model_version text,
  cost_usd double precision,
  classified_at timestamptz,
  primary key (list_id, line)
);
create index classification_list_items_subject_idx on classification_list_items (kind, subject_hash);
