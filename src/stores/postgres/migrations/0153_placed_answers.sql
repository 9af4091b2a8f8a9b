-- Answers that arrive together lie in a segment of ClickHouse from the start: the row says where. `body` is what arrived alone,
-- or while ClickHouse was away.
alter table serp_answers
  alter column body drop not null,
  add column segment text,
  add column first_byte integer,
  add column bytes integer,
  -- SHA-256 of the answer as received.
  add column digest bytea,
  add constraint serp_answers_place_check
    check (num_nulls(segment, first_byte, bytes, digest) = case when body is null then 0 else 4 end);
