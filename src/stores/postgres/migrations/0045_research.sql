-- Keyword research (specification 2.6, 2.7, 3.1, 4.5): runs, the pages they read, the keywords they harvest and how these
-- are grouped; and what projects know of keywords and categories across all runs.

create table research_runs (
  -- run_
  id text primary key,
  project_id text references projects (id),
  organization_id text,
  user_id text,
  -- As it was submitted, normalized, and the site it belongs to.
  url text not null,
  host text not null,
  status text not null check (status in ('queued', 'awaiting_category_confirmation', 'harvesting_keywords', 'complete', 'failed')),
  -- What the request asked for beside the address.
  options jsonb not null default '{}',
  -- What the site is and what was recommended (`Enrichment`); null until then.
  enrichment jsonb,
  -- What the user confirmed (`Confirmation`).
  confirmation jsonb,
  -- Counts, prices and instants of the harvest; its keywords are in `research_keywords`.
  harvest jsonb,
  -- Problems that did not end the run: `{ step, message }`.
  errors jsonb not null default '[]',
  -- Why it failed.
  error text,
  -- The workflows that work on it.
  workflow_id text,
  harvest_workflow_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  completed_at timestamptz
);
create index research_runs_project_idx on research_runs (project_id, created_at desc, id);
-- What waits for a confirmation that may never come.
create index research_runs_waiting_idx on research_runs (updated_at, id) where status = 'awaiting_category_confirmation';

-- Raw copies of the pages that a run has read: evidence of what its recommendation rests on.
create table research_pages (
  run_id text not null references research_runs (id) on delete cascade,
  -- 0: the submitted address; then the pages that its navigation offers, in their order.
  number smallint not null,
  url text not null,
  final_url text not null,
  http_status integer,
  content_type text,
  -- As decoded, packed by zstd; null when it could not be read.
  body bytea,
  is_cut boolean not null default false,
  -- Main text, titles, navigation, structured data, language (`PageFacts`).
  facts jsonb,
  -- Why it could not be read.
  error text,
  fetched_at timestamptz not null,
  primary key (run_id, number)
);

-- What a run found: a text once for each market.
create table research_keywords (
  run_id text not null references research_runs (id) on delete cascade,
  location_code integer not null,
  language_code text not null,
  keyword text not null,
  -- As it was first met.
  original_text text not null,
  sources text[] not null,
  -- Of the texts it was made from, the category whose ideas held it; null for a domain's own keywords.
  idea_category_id text,
  -- pending: not looked at yet; kept; irrelevant: with the reason, kept apart.
  status text not null default 'pending' check (status in ('pending', 'kept', 'irrelevant')),
  reason text,
  -- Null: unknown.
  search_volume integer,
  cpc double precision,
  competition double precision,
  competition_level text,
  keyword_difficulty integer,
  -- Newest first: { year, month, search_volume }.
  monthly_searches jsonb not null default '[]',
  primary_intent text,
  secondary_intents text[] not null default '{}',
  -- { label: 0 to 1 }
  intent_confidences jsonb not null default '{}',
  brand_flag boolean not null default false,
  provider_category_ids integer[] not null default '{}',
  -- 0 to 100, and its parts: volume, fit, difficulty, intent.
  score double precision,
  score_parts jsonb,
  -- Of the confirmed or generated taxonomy.
  category_id text,
  category_confidence double precision,
  cluster_id text,
  -- Where the site ranks for it, and the page of the site that should serve it.
  current_rank integer,
  ranking_url text,
  target_url text,
  primary key (run_id, location_code, language_code, keyword)
);
create index research_keywords_score_idx on research_keywords (run_id, status, score desc nulls last, keyword);
create index research_keywords_cluster_idx on research_keywords (run_id, cluster_id) where cluster_id is not null;

create table research_clusters (
  run_id text not null references research_runs (id) on delete cascade,
  -- clu_ + hash of the market and the main keyword.
  id text not null,
  location_code integer not null,
  language_code text not null,
  name text not null,
  main_keyword text not null,
  category_id text,
  keywords_count integer not null,
  -- Null: of no keyword in it.
  total_search_volume bigint,
  -- The page of the site that should serve it; null: none yet.
  target_url text,
  -- By shared results or by meaning.
  method text not null check (method in ('shared_results', 'embedding')),
  primary key (run_id, id)
);

-- 2.7: what is known of a keyword across runs and projects of one owner ('' is the whole service).
create table canonical_keywords (
  owner_id text not null default '',
  normalized_text text not null,
  original_keyword_text text not null,
  sources text[] not null default '{}',
  primary_intent text,
  secondary_intents text[] not null default '{}',
  brand_flag boolean not null default false,
  provider_category_paths text[] not null default '{}',
  latest_search_volume integer,
  latest_competition double precision,
  latest_cpc double precision,
  latest_trend text check (latest_trend in ('up', 'down', 'stable')),
  updated_at timestamptz not null,
  primary key (owner_id, normalized_text)
);

create table categories (
  -- cat_ + hash of the project and the provider's category, or the slug where there is none: the same in every run.
  id text primary key,
  project_id text not null references projects (id),
  name text not null,
  slug text not null,
  description text,
  path text not null,
  parent_category_id text references categories (id) deferrable initially deferred,
  provider_category_id integer,
  -- 0 to 1; null: a person's own.
  confidence double precision,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, slug)
);

create table project_keywords (
  project_id text not null references projects (id),
  keyword_text text not null,
  -- Null: saved by hand.
  run_id text references research_runs (id) on delete set null,
  -- `domain_seed`, `harvest_ai`, or what a client named, for example `ui`.
  source text not null,
  parent_seed text,
  brand_flag boolean not null default false,
  added_at timestamptz not null,
  primary key (project_id, keyword_text)
);

create table keyword_categories (
  project_id text not null references projects (id),
  keyword_text text not null,
  category_id text not null references categories (id) on delete cascade,
  provider_category_id integer,
  -- 0 to 1.
  assignment_confidence double precision not null check (assignment_confidence between 0 and 1),
  assigned_by text not null check (assigned_by in ('ai', 'user', 'system')),
  assigned_at timestamptz not null,
  primary key (project_id, keyword_text, category_id)
);
create index keyword_categories_category_idx on keyword_categories (category_id, keyword_text);

create table business_types (
  id text primary key,
  name text not null unique,
  slug text not null unique,
  description text not null,
  created_at timestamptz not null default now()
);
insert into business_types (id, name, slug, description) values
  ('btype_saas', 'SaaS Platform', 'saas-platform', 'Software that is used in the browser and paid by subscription.'),
  ('btype_ecommerce', 'E-commerce Store', 'e-commerce-store', 'A shop that sells its own stock online.'),
  ('btype_marketplace', 'Marketplace', 'marketplace', 'A place where many sellers meet many buyers.'),
  ('btype_media', 'Media & Publishing', 'media-publishing', 'News, magazines, blogs and guides that live from readers.'),
  ('btype_leads', 'Lead Generation', 'lead-generation', 'A site that collects enquiries and passes them on.'),
  ('btype_app', 'Mobile App', 'mobile-app', 'An app or a game for phones and tablets.'),
  ('btype_local', 'Local Business', 'local-business', 'A business that serves people in one area.'),
  ('btype_agency', 'Agency/Services', 'agency-services', 'Professional services for other businesses or for people.'),
  ('btype_nonprofit', 'Non-Profit', 'non-profit', 'An association, a charity or a public body.');
