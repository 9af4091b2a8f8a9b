-- What domains, pages and keywords were found to be, whether or not another table has a row of them
-- (specification 3.6, 4.7, 8): the newest answer of each, which is also the cache of 24 hours.
create table classifications (
  kind text not null check (kind in ('domain', 'url', 'keyword')),
  -- SHA-256, its first 16 bytes: addresses are longer than an index takes. Of a keyword it holds the brands too.
  subject_hash bytea not null,
  -- The normalized host, address or text.
  subject text not null,
  -- By dimension: label, confidence, stage, secondBest, evidence.
  verdicts jsonb not null,
  -- Of the least sure dimension among those that decide.
  confidence smallint not null check (confidence between 0 and 100),
  source text not null check (source in ('rules', 'rules_vectorize', 'llm', 'human_feedback', 'failed', 'skipped_domain_unavailable')),
  -- The costliest stages that were allowed: a caller who allows more has it judged again.
  depth text not null check (depth in ('free', 'network', 'paid')),
  needs_review boolean not null,
  skip_reason text,
  -- Model and prompt of a language model's answer.
  version text,
  cost_usd double precision not null default 0,
  -- By the date of the observed world.
  classified_at timestamptz not null,
  -- Real time until which it is believed; null: a person said so.
  cached_until timestamptz,
  primary key (kind, subject_hash)
);
-- What is sure becomes examples, what is not goes to people.
create index classifications_confidence_idx on classifications (kind, confidence desc, subject_hash);

-- A host that is judged alone takes hints from all links of it; a corrected one is corrected wherever it links from.
create index referring_domains_name_idx on referring_domains (referring_domain);
