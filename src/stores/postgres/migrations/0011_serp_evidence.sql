-- The provider's answers as received, gzip, one row an answer: what a run's positions were made of.
create table serp_evidence (
  run_id text not null,
  -- SHA-256 of the bytes: the same answer is kept once.
  digest bytea not null,
  answer bytea not null,
  -- The moment of the observed world; rows go with the month of it.
  created_at timestamptz not null,
  primary key (run_id, digest, created_at)
) partition by range (created_at);
-- Compressed already.
alter table serp_evidence alter column answer set storage external;
create table serp_evidence_default partition of serp_evidence default;
