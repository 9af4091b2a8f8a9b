-- Crawls: their turn, what they have read, and why one ended before it had read everything (docs/apps-crawls.md).
alter table crawl_job_runs
  -- Crawls of one store in one country take turns in this order. The time of the database, which all processes share.
  add column opened_at timestamptz not null default clock_timestamp(),
  -- Null: every app of the listing.
  alter column app_limit drop not null,
  add column apps_read integer not null default 0,
  add column apps_failed integer not null default 0,
  add column apps_removed integer not null default 0,
  -- When the categories were compared with the store's own list, and how many there are.
  add column synced_at timestamptz,
  add column categories_synced integer,
  -- `budget_exceeded`, or why the store could not be read any more.
  add column stop_reason text;
create index crawl_job_runs_market_idx on crawl_job_runs (platform, storefront, opened_at);
