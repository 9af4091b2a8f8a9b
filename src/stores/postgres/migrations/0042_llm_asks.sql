-- Questions to a language model that workflows have under way: from before the call until its answer is stored. What a
-- crash leaves here may have been paid for, and is not asked by that workflow again.
create table llm_asks (
  workflow_id text not null,
  kind text not null check (kind in ('domain', 'url', 'keyword')),
  -- As in `classifications`.
  subject_hash bytea not null,
  primary key (workflow_id, kind, subject_hash)
);
