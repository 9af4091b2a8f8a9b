-- What the provider answered about keywords, for a day (specification 4.3, 8; docs/keyword-data.md).

-- Lists, and what is known of a keyword beside its figures. A row is made when a process begins to ask.
create table keyword_answers (
  -- ans_ + hash of the question and of its owner.
  id text primary key,
  kind text not null,
  -- Text that is never looked into here: `json` is read back faster than `jsonb`.
  answer json,
  -- How many rows of a list were asked for; null: it is whole.
  size integer,
  -- In the observed world; null: being asked for the first time.
  fetched_at timestamptz,
  -- In real time: only `held_by` asks for it before.
  held_until timestamptz,
  held_by text
);
create index keyword_answers_fetched_at_idx on keyword_answers (fetched_at);

-- Which organization has read which answer, or figures (`fig_`): its estimates count those alone as free.
create table keyword_answer_readers (
  organization_id text not null,
  answer_id text not null,
  -- Of the answer that was read.
  fetched_at timestamptz not null,
  primary key (organization_id, answer_id)
);
create index keyword_answer_readers_fetched_at_idx on keyword_answer_readers (fetched_at);

-- Searches by other ways of counting. They are never mixed with those of `keyword_figures`.
create table keyword_source_figures (
  figures_id text not null references keyword_figures (id),
  source text not null check (source in ('engine_b_normalized', 'clickstream_normalized', 'clickstream')),
  search_volume integer,
  -- As in `keyword_figures`.
  monthly_searches jsonb not null default '[]',
  -- Of `clickstream`: searches by `female` and `male`, and by age.
  genders jsonb,
  ages jsonb,
  -- In the observed world.
  known_at timestamptz not null,
  primary key (figures_id, source)
);

-- When it was last asked with the searches of people whose browsing is known, which doubles the price.
alter table keyword_figures add column clickstream_asked_at timestamptz;
