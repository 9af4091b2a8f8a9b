-- Results of pages are written once: as the packed rows that the shipper sends, deleted when they are shipped. ClickHouse has them then.

-- Rows of the outbox that are made together. What is not shipped yet is found by it.
create sequence outbox_parcels;
alter table outbox add column parcel bigint;
create index outbox_parcel_idx on outbox (parcel) where parcel is not null;

alter table serp_runs
  -- How many results the page has; null: they are in `results`, of an earlier release or an archive, until they are moved.
  add column results_count integer,
  -- With which rows of the outbox they left.
  add column parcel bigint;
create index serp_runs_unmoved_idx on serp_runs (created_at, id) where results is not null;

drop view serp_positions;
