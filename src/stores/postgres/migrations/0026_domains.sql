-- Domain intelligence (specification 2.9, 3.2, 4.6): what is fetched of a domain and how far that has
-- come, links to it, keywords it ranks for, weekly summaries, and the other places of its brand.

alter table domains
  -- What the onboarding asked for, as the workflow takes it.
  add column onboard_options jsonb not null default '{}',
  add column tier1_type text,
  add column domain_type text,
  add column property_type text,
  add column channel text,
  add column subchannel text,
  add column channel_bucket text,
  add column media_type text check (media_type in ('owned', 'earned', 'paid', 'shared')),
  add column domain_tech_type text,
  add column quality_tier text,
  add column classification_source text,
  add column classification_confidence smallint check (classification_confidence between 0 and 100),
  add column classification_context jsonb,
  add column last_classified_at timestamptz;

alter table domains add constraint domains_data_tier_check check (data_tier in ('customer', 'competitor', 'prospect'));

-- Who has the site as a website decides; nobody has one that is only looked into.
alter table domains alter column data_tier set default 'prospect';
update domains d set data_tier = case
  when exists (select from assets a where a.domain_id = d.id and a.role = 'primary') then 'customer'
  when exists (select from assets a where a.domain_id = d.id) then 'competitor'
  else 'prospect' end;

-- How far each part of what is known of a domain has come. A part is written page by page, the page and
-- the place where the next one begins in one transaction, so that whoever goes on asks for no page twice.
create table domain_fetches (
  domain_id bigint not null references domains (id),
  part text not null check (part in ('backlinks', 'referring_domains', 'keywords', 'summary', 'properties')),
  status text not null check (status in ('running', 'complete', 'failed', 'skipped')),
  -- Rows that were asked for, that have come, and that there are by the word of the source.
  rows_wanted integer,
  rows_fetched integer not null default 0,
  rows_total integer,
  -- Where the next page begins: the source's token, or null and `rows_fetched` is the offset.
  next_token text,
  -- Everything there was has come: what was there before and did not come again is gone.
  is_whole boolean not null default false,
  -- The market of keywords; 0 and '' for parts that have none.
  location_code integer not null default 0,
  language_code text not null default '',
  workflow_id text,
  cost_usd double precision not null default 0,
  error text,
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (domain_id, part, location_code, language_code)
);

-- Pages of the web that somebody will want to know about (specification 2.9).
create table urls (
  id bigint generated always as identity primary key,
  url text not null,
  -- Of the normalized address: sha-256, its first 16 bytes.
  url_hash bytea not null unique,
  domain text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  data_tier text not null default 'referring' check (data_tier in ('customer', 'referring')),
  source_endpoint text not null,
  page_type text,
  quality_tier text,
  domain_type text,
  spam_tier text,
  structural_type text,
  classification_source text,
  confidence smallint check (confidence between 0 and 100),
  last_classified_at timestamptz,
  -- The message that it was last sent to classification with: while that one waits, it is not sent again.
  classify_message_id text
);
create index urls_domain_idx on urls (domain, id);

-- A link from a page to a page. Known by what it is and not by an id of the provider, which has none.
create table backlinks (
  domain_id bigint not null references domains (id),
  -- Of both addresses, the anchor and the type of the link: sha-256, its first 16 bytes.
  link_hash bytea not null,
  -- The page it stands on, in `urls`.
  url_hash bytea not null,
  domain_from text not null,
  url_from text not null,
  url_to text not null,
  anchor text,
  item_type text not null,
  attributes text[] not null default '{}',
  is_dofollow boolean not null,
  is_broken boolean not null,
  -- Ranks from 0 to 100.
  rank smallint,
  page_from_rank smallint,
  domain_from_rank smallint,
  spam_score smallint,
  page_from_title text,
  page_from_language text,
  domain_from_country text,
  platform_types text[] not null default '{}',
  semantic_location text,
  -- By the provider: when it came, was last seen, and was found gone.
  dfs_first_seen timestamptz,
  dfs_last_seen timestamptz,
  dfs_lost_date timestamptz,
  -- By our own fetches; lost: a whole fetch came without it.
  our_first_seen timestamptz not null,
  our_last_seen timestamptz not null,
  our_lost_at timestamptz,
  primary key (domain_id, link_hash)
);
create index backlinks_rank_idx on backlinks (domain_id, domain_from_rank desc nulls last, link_hash);
create index backlinks_url_hash_idx on backlinks (url_hash);

create table referring_domains (
  domain_id bigint not null references domains (id),
  referring_domain text not null,
  -- 0 to 100.
  rank smallint,
  quality_tier text,
  backlinks_count integer,
  spam_score smallint,
  referring_pages integer,
  -- Links by type of platform, as the provider counts them.
  platform_types jsonb not null default '{}',
  domain_type text,
  media_type text check (media_type in ('owned', 'earned', 'paid', 'shared')),
  channel_bucket text,
  classification_source text,
  classification_confidence smallint check (classification_confidence between 0 and 100),
  last_classified_at timestamptz,
  dfs_first_seen timestamptz,
  dfs_lost_date timestamptz,
  our_first_seen timestamptz not null,
  our_last_seen timestamptz not null,
  our_lost_at timestamptz,
  primary key (domain_id, referring_domain)
);
create index referring_domains_rank_idx on referring_domains (domain_id, rank desc nulls last, referring_domain);

-- What a domain ranks for, by the provider's own database.
create table domain_keywords (
  domain_id bigint not null references domains (id),
  keyword text not null,
  location_code integer not null,
  language_code text not null,
  -- `organic`, `paid`, `featured_snippet`, ...
  item_type text not null,
  rank_group integer,
  rank_absolute integer,
  previous_rank_absolute integer,
  url text,
  title text,
  is_new boolean,
  is_up boolean,
  is_down boolean,
  search_volume integer,
  cpc double precision,
  competition double precision,
  competition_level text,
  keyword_difficulty integer,
  intent text,
  -- Visits a month that the place is thought to bring.
  estimated_traffic double precision,
  -- When the provider read the result page.
  dfs_checked_at timestamptz,
  our_first_seen timestamptz not null,
  our_last_seen timestamptz not null,
  our_lost_at timestamptz,
  primary key (domain_id, location_code, language_code, keyword, item_type)
);
create index domain_keywords_volume_idx on domain_keywords (domain_id, search_volume desc nulls last, keyword);

-- One row for a domain and an ISO week; `year_week` is YYYYWW.
create table domain_summaries (
  domain_id bigint not null references domains (id),
  year_week text not null check (year_week ~ '^\d{6}$'),
  -- The day whose state it tells: of a week that was filled in later its last one.
  as_of date not null,
  source text not null check (source in ('summary', 'history')),
  rank smallint,
  backlinks_count bigint,
  referring_domains_count bigint,
  referring_main_domains_count bigint,
  backlinks_nofollow_count bigint,
  spam_score smallint,
  count_news bigint,
  count_blogs bigint,
  count_ecommerce bigint,
  count_forums bigint,
  count_social bigint,
  count_owned bigint,
  count_earned bigint,
  count_paid bigint,
  count_shared bigint,
  links_platform_types jsonb,
  prev_period_backlinks bigint,
  prev_period_referring_domains bigint,
  prev_period_rank smallint,
  prev_period_year_week text,
  cost_usd double precision not null default 0,
  captured_at timestamptz not null,
  primary key (domain_id, year_week)
);

-- Other places where the brand of a domain is at home, found on its home page.
create table brand_properties (
  domain_id bigint not null references domains (id),
  kind text not null check (kind in ('social', 'app', 'subdomain', 'feed')),
  url text not null,
  -- `x`, `linkedin`, `store_a`, ...; empty for hosts and feeds.
  platform text not null default '',
  -- Of a profile the name of the account, of an app its id: written when the address was read.
  handle text,
  found_in text[] not null default '{}',
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  recorded_at timestamptz,
  primary key (domain_id, url)
);

-- Who has a domain as a website: asked with every read of a caller who is bound, and for its tier.
create index assets_domain_id_idx on assets (domain_id) where domain_id is not null;
