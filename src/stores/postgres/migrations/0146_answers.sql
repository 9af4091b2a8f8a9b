-- Answers of assistants: prompts that a project watches, its brands, how often they are asked, and each time that one is asked.
create table answer_prompts (
  id text primary key,
  project_id text not null references projects (id),
  text text not null,
  -- Of the text without case and doubled blanks: two projects that ask the same share an answer.
  text_hash text not null,
  location_code integer not null,
  language_code text not null,
  -- The keyword whose search volume says how often this is asked.
  topic text,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  -- Since when it is not asked any more.
  ended_at timestamptz
);
create unique index answer_prompts_project_id_text_hash_key on answer_prompts (project_id, text_hash, location_code, language_code) where ended_at is null;
create index answer_prompts_project_id_idx on answer_prompts (project_id, created_at, id);

create table answer_brands (
  id text primary key,
  project_id text not null references projects (id),
  name text not null,
  aliases text[] not null,
  -- Longer names in which it is not meant.
  excluded text[] not null,
  domains text[] not null,
  role text not null check (role in ('own', 'competitor')),
  -- Its name is a common word too.
  is_generic boolean not null,
  -- Its place in the list, as people wrote it.
  place integer not null,
  created_at timestamptz not null
);
create index answer_brands_project_id_idx on answer_brands (project_id, place, id);

create table answer_plans (
  project_id text primary key references projects (id),
  enabled boolean not null,
  surfaces text[] not null,
  samples_per_week integer not null check (samples_per_week between 1 and 20),
  monthly_usd numeric(12, 6),
  -- Counts the changes of the brands.
  brands_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table answer_samples (
  id text primary key,
  prompt_id text not null references answer_prompts (id),
  project_id text not null references projects (id),
  surface text not null,
  -- The Monday of its week, UTC.
  period date not null,
  -- Counts those of a prompt, surface and week; those that people asked for come after the planned ones.
  slot integer not null,
  is_planned boolean not null,
  planned_for timestamptz not null,
  status text not null check (status in ('pending', 'answered', 'refused', 'empty', 'failed', 'skipped')),
  reason text,
  -- The workflow that asks.
  workflow_id text,
  -- Of the task whose answer it is; several projects may share one.
  task_id text,
  model text,
  web_used boolean,
  cost_usd numeric(12, 6) not null default 0,
  answered_at timestamptz,
  -- SHA-256 of the answer as received, whose bytes are a blob until then.
  answer_hash text,
  kept_until timestamptz,
  unique (prompt_id, surface, period, slot)
);
create index answer_samples_workflow_id_idx on answer_samples (workflow_id) where status = 'pending';
create index answer_samples_project_id_idx on answer_samples (project_id, planned_for desc, id desc);
create index answer_samples_kept_until_idx on answer_samples (kept_until) where kept_until is not null;

call audit_table('answer_prompts', 'answer_prompt', '{text}');
call audit_table('answer_brands', 'answer_brand', '{name}');
call audit_table('answer_plans', 'answer_plan', '{project_id}', keys => '{project_id}', silent => '{brands_version,updated_at}');
