-- App stores (specification 2.8, 2.11, 2.13, 4.8, 4.9): the catalogue, apps and what changed of them, charts by week,
-- similar apps, reviews, crawls, and the store search of tracked terms. Storefronts are country codes in lower case; ratings,
-- prices and charts differ between them.

create table app_categories (
  platform text not null check (platform in ('store_a', 'store_b')),
  storefront text not null,
  -- The store's own: a genre number, the number of a grouping, room or story, a word on `store_b`. A shelf without any is
  -- named by its grouping and place, and is not stable.
  id text not null,
  name text not null,
  category_type text not null check (category_type in ('grouping', 'room', 'chart', 'story', 'hero')),
  category_section text not null check (category_section in ('apps', 'games', 'arcade')),
  parent_category_id text,
  is_stable boolean not null default true,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null: never read.
  last_scraped_at timestamptz,
  -- Editorial pages go: kept, and marked.
  is_active boolean not null default true,
  primary key (platform, storefront, id)
);

create table apps (
  platform text not null check (platform in ('store_a', 'store_b')),
  storefront text not null,
  app_id text not null,
  title text not null,
  subtitle text,
  developer_name text,
  description text,
  rating double precision,
  rating_count bigint,
  -- Of one to five stars, in this order; null: the source does not say.
  rating_histogram bigint[],
  price double precision,
  currency text,
  is_free boolean,
  -- The id of a category.
  primary_category text,
  categories text[] not null default '{}',
  icon_url text,
  -- Key of the stored picture and its type; null: the original address is used.
  icon_key text,
  screenshot_urls text[] not null default '{}',
  version text,
  size_bytes bigint,
  installs bigint,
  release_date timestamptz,
  current_version_release_date timestamptz,
  website_url text,
  -- Which source each value came from: { "rating": "lookup" }.
  sources jsonb not null default '{}',
  status text not null default 'available' check (status in ('listed', 'available', 'removed')),
  removed_at timestamptz,
  -- When its own page or record was last read; null: only seen on a list (`listed`).
  fetched_at timestamptz,
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform, storefront, app_id)
);
create index apps_category_idx on apps (platform, storefront, primary_category, app_id);
create index apps_rating_count_idx on apps (storefront, rating_count desc nulls last, platform, app_id);

-- What changed when, value by value.
create table app_changes (
  platform text not null,
  storefront text not null,
  app_id text not null,
  changed_at timestamptz not null,
  field text not null,
  old_value jsonb,
  new_value jsonb,
  primary key (platform, storefront, app_id, changed_at, field),
  foreign key (platform, storefront, app_id) references apps (platform, storefront, app_id) on delete cascade
);

-- Ratings as a series, one row a day on which they were read.
create table app_rating_days (
  platform text not null,
  storefront text not null,
  app_id text not null,
  day date not null,
  rating double precision,
  rating_count bigint,
  rating_histogram bigint[],
  primary key (platform, storefront, app_id, day),
  foreign key (platform, storefront, app_id) references apps (platform, storefront, app_id) on delete cascade
);

-- The newest place of a week in each list; the places of every day are in ClickHouse (`app_analytics`).
create table app_category_rankings (
  platform text not null,
  storefront text not null,
  category_id text not null,
  -- `top-free`, `topselling_free`, ...; of an editorial list its own type.
  chart text not null,
  device text not null default 'phone',
  app_id text not null,
  -- ISO week in UTC, `YYYYWW`.
  year_week text not null,
  app_rank integer not null,
  parent_category_id text,
  category_type text not null,
  category_section text not null,
  scraped_at timestamptz not null,
  primary key (platform, storefront, category_id, chart, device, year_week, app_id)
);
-- What a list holds now: the rows of its newest reading.
create index app_category_rankings_newest_idx on app_category_rankings (platform, storefront, category_id, scraped_at desc);
create index app_category_rankings_app_idx on app_category_rankings (platform, storefront, app_id, year_week);

create table app_recommendations (
  id text primary key,
  platform text not null,
  storefront text not null,
  source_app_id text not null,
  recommended_app_id text not null,
  section text not null check (section in ('similar')),
  position integer not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  times_seen integer not null default 1,
  is_active smallint not null default 1,
  unique (platform, storefront, source_app_id, section, recommended_app_id)
);
create index app_recommendations_recommended_idx on app_recommendations (platform, storefront, recommended_app_id);

create table app_reviews (
  platform text not null,
  storefront text not null,
  app_id text not null,
  -- The store's own.
  id text not null,
  rating smallint not null check (rating between 1 and 5),
  title text,
  body text not null,
  language_code text,
  version text,
  reviewed_at timestamptz not null,
  first_seen_at timestamptz not null,
  primary key (platform, storefront, app_id, id)
);
create index app_reviews_newest_idx on app_reviews (platform, storefront, app_id, reviewed_at desc, id);

-- Answers that could not be read, or lacked what every page has: kept to find out why.
create table app_store_evidence (
  id text primary key,
  url text not null,
  http_status integer,
  -- What was missing: names of fields or of the page's parts.
  missing text[] not null,
  -- Packed by zstd, at most 2 MB before.
  body bytea,
  recorded_at timestamptz not null
);
create index app_store_evidence_recorded_idx on app_store_evidence (recorded_at);

-- 2.8, 4.9: crawls; `job_runs` has a row of the same id, written by another area.
create table crawl_job_runs (
  id text primary key,
  platform text not null,
  storefront text not null,
  related_app_depth smallint not null check (related_app_depth between 0 and 2),
  chart_types text[] not null default '{}',
  device text,
  app_limit integer not null,
  categories_total integer not null,
  categories_processed integer not null default 0,
  apps_discovered integer not null default 0,
  apps_updated integer not null default 0,
  errors integer not null default 0,
  cost_usd double precision not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz
);

create table crawl_category_status (
  run_id text not null references crawl_job_runs (id) on delete cascade,
  category_id text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  apps_found integer not null default 0,
  error text,
  started_at timestamptz,
  completed_at timestamptz,
  primary key (run_id, category_id)
);

-- What a crawl has seen, so that it ends and fetches no app twice.
create table crawl_seen_apps (
  run_id text not null references crawl_job_runs (id) on delete cascade,
  app_id text not null,
  -- 1: its similar apps are wanted too; 0: only itself.
  crawl_depth smallint not null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  error text,
  primary key (run_id, app_id)
);
create index crawl_seen_apps_pending_idx on crawl_seen_apps (run_id, app_id) where status = 'pending';

alter table tracked_apps
  add column storefront text not null default 'us',
  add column name text,
  add column icon_url text,
  add column frequency text not null default 'daily' check (frequency in ('daily')),
  add column next_run_at timestamptz,
  add column last_run_at timestamptz,
  add column last_error text;
create index tracked_apps_due_idx on tracked_apps (next_run_at, id) where is_active = 1;

-- Terms whose store search is read for an app.
create table tracked_app_keywords (
  project_id text not null references projects (id),
  platform text not null,
  storefront text not null,
  app_id text not null,
  keyword text not null,
  language_code text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  -- Newest check; the positions of every day are in ClickHouse.
  status text not null default 'pending' check (status in ('pending', 'ranked', 'not_found', 'failed')),
  position integer,
  previous_position integer,
  checked_depth integer,
  checked_at timestamptz,
  error text,
  primary key (project_id, platform, storefront, app_id, keyword, language_code)
);

-- 6.1: outbound events and what became of them.
create table webhook_deliveries (
  -- Also the `webhook-id` header: the same for every try.
  id text primary key,
  event text not null,
  url text not null,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  error text,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index webhook_deliveries_created_idx on webhook_deliveries (created_at desc, id);
