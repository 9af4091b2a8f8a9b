-- What the engine's own record of a workflow leaves out: tries of a step that failed, and who was
-- paused, resumed, terminated or taken over when. A try that works leaves no row here.
create table workflow_events (
  id bigint generated always as identity primary key,
  workflow_id text not null,
  event text not null,
  -- Of a try: the engine's number of the step, its name, the number of the try, its beginning, its
  -- error and the wait before the next one.
  step_id integer,
  step text,
  attempt integer,
  started_at timestamptz,
  error text,
  wait_ms bigint,
  at timestamptz not null default clock_timestamp()
);
create index workflow_events_workflow_id_idx on workflow_events (workflow_id, id);

-- The workflow with which this one was paused; null when it was paused for itself.
alter table workflow_marks add column paused_with text;

-- Steps in flight at the last beat, so that other processes can show them.
alter table worker_heartbeats add column running jsonb not null default '[]';
