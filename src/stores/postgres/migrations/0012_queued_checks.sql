-- Checks on their way through the provider's queue (ARCHITECTURE.md, "A daily check").

-- One row for each due check, however many projects it is due in.
create table queued_checks (
  -- qc_ + hash of keyword, engine, channel and the moment at which it was due.
  id text primary key,
  -- The dispatch that wants it, and the post that it belongs to.
  dispatch_id text not null,
  batch text not null,
  keyword_id text not null,
  engine text not null,
  channel text not null,
  -- The projects in which it was due; they share its cost.
  project_ids text[] not null,
  -- planned: to be posted; posting: a post may be under way; posted: the provider has it; the rest is final.
  status text not null default 'planned' check (status in ('planned', 'posting', 'posted', 'completed', 'failed', 'skipped')),
  -- Whether a post was made whose answer nobody has: only the provider's books can tell.
  is_doubtful boolean not null default false,
  -- What was posted; null until then.
  "check" jsonb,
  -- Counts the runs of the check, and the posts of a run: both are part of the tag that the provider echoes.
  round integer not null default 1,
  post integer not null default 0,
  -- How deep the newest post reads; less than the check's depth where `adaptive` begins.
  read_depth integer not null default 0,
  task_id text,
  -- What all posts of the run did cost.
  cost_usd numeric(14, 6) not null default 0,
  ranked integer not null default 0,
  not_found integer not null default 0,
  error text,
  -- The moment of the observed world, which the provider's books are searched by.
  posted_at timestamptz,
  -- Real time.
  sent_at timestamptz,
  updated_at timestamptz not null
);
create index queued_checks_dispatch_id_idx on queued_checks (dispatch_id, batch, status);
create index queued_checks_open_idx on queued_checks (sent_at) where status in ('planned', 'posting', 'posted');
create index queued_checks_ended_idx on queued_checks (updated_at) where status in ('completed', 'failed', 'skipped');

-- What the provider sent by itself or was asked for, until it is applied; then it is the run's evidence.
create table serp_answers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('postback', 'pingback', 'collected')),
  -- As the address of the delivery has them; nothing of it is trusted before it is matched.
  tag text,
  task_id text,
  -- The queued check that the tag names; null when it names none of ours.
  check_id text,
  status text not null default 'received' check (status in ('received', 'unknown', 'unreadable')),
  -- As received; empty for a pingback.
  body bytea not null,
  -- Real time.
  received_at timestamptz not null
);
-- Compressed already.
alter table serp_answers alter column body set storage external;
create index serp_answers_check_id_idx on serp_answers (check_id);
create index serp_answers_received_at_idx on serp_answers (received_at);
