-- Figures of keywords and when the provider is asked for them (specification 2.3, 4.3; docs/enrichment.md).

-- A text as the provider is asked about it: the same for all devices, and in `labs` for all places of a country.
create table keyword_figures (
  -- fig_ + hash of the four columns that follow.
  id text primary key,
  source text not null check (source in ('labs', 'google_ads')),
  normalized_text text not null,
  location_code integer not null,
  language_code text not null,
  -- pending: not asked yet; unknown: the provider has nothing; refused: it does not take the text or the place.
  status text not null default 'pending' check (status in ('pending', 'known', 'unknown', 'refused')),
  -- The last figures that were told. Neither `unknown` nor `refused` takes them away.
  search_volume integer,
  cpc double precision,
  competition double precision,
  competition_level text,
  keyword_difficulty integer,
  search_intent text,
  categories integer[] not null default '{}',
  -- [{ year, month, search_volume }], newest first, up to 84 of them.
  monthly_searches jsonb not null default '[]',
  -- Why it was refused.
  problem text,
  -- In the observed world, as is `due_at`.
  asked_at timestamptz,
  known_at timestamptz,
  due_at timestamptz not null,
  -- In real time: nobody but `held_by` asks for it before.
  held_until timestamptz,
  held_by text,
  -- It was in a call that was refused: so many are asked together next time, until the one at fault stands alone.
  batch_max integer
);
create index keyword_figures_due_at_idx on keyword_figures (due_at, id) where batch_max is null;
create index keyword_figures_split_due_at_idx on keyword_figures (due_at, id) where batch_max is not null;
create index keyword_figures_held_by_idx on keyword_figures (held_by) where held_by is not null;

alter table keywords add column figures_id text references keyword_figures (id);
create index keywords_figures_id_idx on keywords (figures_id);
-- New keywords, which enrichment has not looked at.
create index keywords_without_figures_idx on keywords (id) where figures_id is null;
