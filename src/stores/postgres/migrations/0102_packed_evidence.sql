-- Answers as received wait in `serp_answers` until many are packed into one segment, which ClickHouse keeps. A row of
-- `serp_evidence` then says where one of them lies.

alter table serp_evidence
  alter column answer drop not null,
  -- The segment, and where in its unpacked bytes the answer begins, from 0. Null: the answer is here.
  add column segment text,
  add column first_byte integer,
  add column bytes integer,
  add constraint serp_evidence_place_check check (num_nulls(segment, first_byte, bytes) = case when answer is null then 0 else 3 end);
-- Of earlier releases and of archives; they are packed one after the other.
create index serp_evidence_unpacked_idx on serp_evidence (created_at) where answer is not null;

-- evidence: it was read, and is kept for its subject until it is packed.
alter table serp_answers
  drop constraint serp_answers_kind_check,
  add constraint serp_answers_kind_check check (kind in ('postback', 'pingback', 'collected', 'live')),
  drop constraint serp_answers_status_check,
  add constraint serp_answers_status_check check (status in ('received', 'unknown', 'unreadable', 'kept', 'evidence')),
  -- What it is evidence of, and when it came in the observed world.
  add column evidence_of text,
  add column evidence_at timestamptz,
  add constraint serp_answers_evidence_check check (num_nulls(evidence_of, evidence_at) = case status when 'evidence' then 0 else 2 end);
create index serp_answers_evidence_of_idx on serp_answers (evidence_of) where evidence_of is not null;
