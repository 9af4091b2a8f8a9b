-- Keywords, what projects track of them, and the subscriptions behind it (specification 2.3, 2.13).

create table keywords (
  -- kw_ + hash of normalized text, location, language and device: the same everywhere.
  id text primary key,
  keyword_text text not null,
  normalized_text text not null,
  location_code integer not null,
  language_code text not null,
  device text not null check (device in ('desktop', 'mobile')),
  search_volume integer,
  cpc double precision,
  competition double precision,
  keyword_difficulty integer,
  enriched_at timestamptz,
  created_at timestamptz not null
);
create index keywords_normalized_text_idx on keywords (normalized_text text_pattern_ops);

create table tracked_keywords (
  project_id text not null references projects (id),
  keyword_id text not null references keywords (id),
  engine text not null default 'engine_a' check (engine in ('engine_a', 'engine_b')),
  channel text not null default 'seo' check (channel in ('seo', 'local')),
  status text not null default 'tracking' check (status in ('tracking', 'active', 'paused', 'untracked')),
  -- A domain to look for beside the project's website assets.
  target_domain text,
  depth integer not null default 100,
  depth_strategy text not null default 'full' check (depth_strategy in ('full', 'until_found', 'adaptive')),
  check_interval text not null default 'daily' check (check_interval in ('daily', 'weekly', 'monthly', 'manual')),
  tracking_since timestamptz not null,
  next_check timestamptz,
  -- When its newest check ended, well or not; null: never checked, shown as pending.
  checked_at timestamptz,
  updated_at timestamptz not null,
  primary key (project_id, keyword_id, engine, channel)
);
create index tracked_keywords_keyword_id_idx on tracked_keywords (keyword_id, engine, channel);
create index tracked_keywords_next_check_idx on tracked_keywords (next_check) where status in ('tracking', 'active');
-- Small on purpose: the list of rankings adds the pending and leaves out the untracked.
create index tracked_keywords_pending_idx on tracked_keywords (project_id) where checked_at is null;
create index tracked_keywords_untracked_idx on tracked_keywords (project_id, keyword_id) where status = 'untracked';

create table customer_subscriptions (
  id text primary key,
  -- The organization; customers are not managed here.
  customer_id text not null,
  project_id text not null references projects (id),
  keyword_id text references keywords (id),
  engine text,
  subscription_type text not null check (subscription_type in ('serp_organic', 'serp_local', 'serp_paid', 'app_tracking')),
  is_active smallint not null default 1,
  started_at timestamptz not null,
  expires_at timestamptz,
  created_at timestamptz not null
);
create unique index customer_subscriptions_subject_key on customer_subscriptions (project_id, keyword_id, engine, subscription_type);

create table tracked_apps (
  id text primary key,
  project_id text not null references projects (id),
  app_id text not null,
  platform text not null check (platform in ('store_a', 'store_b')),
  is_active smallint not null default 1,
  created_at timestamptz not null,
  unique (project_id, app_id, platform)
);
