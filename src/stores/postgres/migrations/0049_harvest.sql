-- What a harvest still has to ask about its keywords, and what ClickHouse is given of them.

alter table research_keywords
  -- Null: not asked. unknown: the provider has nothing; refused: it does not take the text.
  add column figures_status text check (figures_status in ('known', 'unknown', 'refused')),
  add column intents_status text check (intents_status in ('known', 'unknown', 'refused')),
  -- The keyword as it is tracked on desktop: the id of its snapshots in ClickHouse.
  add column keyword_id text,
  -- When its snapshot was taken, in the observed world; null: none, because nothing is known.
  add column captured_at timestamptz;
create index research_keywords_captured_at_idx on research_keywords (captured_at) where captured_at is not null;

-- Questions of a run to the language model, marked before they are asked: without an answer it may have been lost and paid for.
create table research_ideas (
  run_id text not null references research_runs (id) on delete cascade,
  category_id text not null,
  language_code text not null,
  ideas text[],
  -- Why there are none.
  problem text,
  asked_at timestamptz not null,
  primary key (run_id, category_id, language_code)
);
