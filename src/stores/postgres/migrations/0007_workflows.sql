-- What the engine for durable work keeps beside its own schema `dbos`.

-- One row for each living process. A process is dead when its advisory lock is free and it has
-- either gone silent or is known to have ended; the living then take over what it ran.
create table worker_heartbeats (
  executor_id text primary key,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);

-- What the engine's own states cannot say: `paused` (its state is "cancelled") and `drained`.
create table workflow_marks (
  workflow_id text not null,
  mark text not null,
  at timestamptz not null default now(),
  primary key (workflow_id, mark)
);
create index workflow_marks_mark_idx on workflow_marks (mark, at);

-- A failure becomes one dead letter, also when it is recorded again after a crash.
create unique index dead_letters_workflow_id_key on dead_letters (workflow_id);
