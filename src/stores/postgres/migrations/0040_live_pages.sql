-- Pages that are being read live, each by one workflow: another one that wants the same page waits for it.
create table live_pages (
  query_id text not null,
  depth integer not null,
  workflow_id text not null,
  claimed_at timestamptz not null default now(),
  primary key (query_id, depth)
);

create index live_pages_workflow on live_pages (workflow_id);
