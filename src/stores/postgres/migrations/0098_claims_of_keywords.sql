-- Questions about keywords are claimed in purchase_claims, as everything that is bought live. Holds of before run out.
alter table keyword_answers drop column held_by, drop column held_until;
delete from keyword_answers where fetched_at is null;
alter table keyword_answers alter column fetched_at set not null;

drop index keyword_figures_held_by_idx;
alter table keyword_figures drop column held_by;
-- In real time: after a failure enrichment asks about others until then.
alter table keyword_figures rename column held_until to rests_until;

create index purchase_claims_held_by_idx on purchase_claims (held_by) where held_by is not null;
