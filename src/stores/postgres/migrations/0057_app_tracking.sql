-- Searches of the stores for tracked terms (specification 4.8), and the reading of reviews.

alter table tracked_app_keywords
  -- With whom its searches are shared: empty, the whole service; else the organization's own (SHARE_CACHE).
  add column owner_id text not null default '',
  -- Null: no longer checked.
  add column next_check_at timestamptz;
create index tracked_app_keywords_due_idx on tracked_app_keywords (next_check_at) where is_active;
create index tracked_app_keywords_subject_idx
  on tracked_app_keywords (platform, storefront, language_code, keyword, owner_id) where is_active;

-- The newest search for each term that was read; those of every day are in ClickHouse (`app_keyword_positions`).
create table app_searches (
  owner_id text not null,
  platform text not null check (platform in ('store_a', 'store_b')),
  storefront text not null,
  language_code text not null,
  keyword text not null,
  -- The workflow that reads it now, and since when in real time: no second one buys it meanwhile.
  claimed_by text,
  claimed_at timestamptz,
  -- Null: never read. [{ "rank": 1, "appId": "..." }, ...]
  places jsonb,
  checked_depth integer,
  searched_at timestamptz,
  -- Why the last one could not be read; what was read before stays.
  error text,
  primary key (owner_id, platform, storefront, language_code, keyword)
);

-- When the reviews of an app were read in a language, and how that ended.
create table app_review_reads (
  platform text not null check (platform in ('store_a', 'store_b')),
  storefront text not null,
  app_id text not null,
  language_code text not null,
  -- The last that went well; null: none did.
  read_at timestamptz,
  reviews_read integer,
  tried_at timestamptz not null,
  error text,
  primary key (platform, storefront, app_id, language_code)
);
