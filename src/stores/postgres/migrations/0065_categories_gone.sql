-- Categories that a store does not name any more: which page may say so, and what a crawl found.
alter table app_categories
  -- The device whose page named it last: pages differ by device. Null: from before this was noted.
  add column last_seen_device text check (last_seen_device in ('phone', 'tablet'));
alter table crawl_category_status
  -- Everything that the page leads to was on it: no shelf was left to be loaded later.
  add column is_whole boolean not null default false;
alter table crawl_job_runs
  drop column synced_at,
  add column categories_retired integer not null default 0;
