-- What people say of classifications, and what follows from it: patterns, and rules that were made of them.

create table classification_corrections (
  id bigint generated always as identity primary key,
  entity_type text not null check (entity_type in ('domain', 'url', 'keyword')),
  -- The number of a domain or page; the id of a keyword.
  entity_id text not null,
  -- The host, address or text, by which the entity is known to the classifier.
  item text not null,
  original_dimension text not null,
  -- Null: it had no label. Equal to the corrected value: the label was confirmed.
  original_value text,
  corrected_value text not null,
  -- Where the label came from.
  source_before text,
  confidence_before smallint check (confidence_before between 0 and 100),
  notes text,
  created_by text not null default 'system',
  created_at timestamptz not null,
  -- How often it was said, and when last: of corrections that contradict each other the last said holds.
  times integer not null default 1,
  said_at timestamptz not null,
  -- When `learn` took it up; it waits again when it was said after that.
  processed_at timestamptz,
  unique (entity_type, entity_id, original_dimension, corrected_value)
);
create index classification_corrections_pending_idx on classification_corrections (id) where processed_at is null or processed_at < said_at;
create index classification_corrections_pattern_idx
  on classification_corrections (entity_type, original_dimension, original_value, corrected_value, id);

create table correction_patterns (
  id bigint generated always as identity primary key,
  entity_type text not null check (entity_type in ('domain', 'url', 'keyword')),
  dimension text not null,
  -- Empty: the entity had no label.
  from_value text not null,
  to_value text not null,
  count integer not null default 1,
  -- What the corrected items share and others do not: { feature, value, support, counter_examples }.
  suggested_rule jsonb,
  accepted_at timestamptz,
  accepted_by text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (entity_type, dimension, from_value, to_value)
);
create index correction_patterns_count_idx on correction_patterns (count desc, id);

-- A suggestion as it was when a person accepted it: part of stage 1.
create table classification_rules (
  id bigint generated always as identity primary key,
  pattern_id bigint not null references correction_patterns (id),
  entity_type text not null,
  dimension text not null,
  label text not null,
  feature text not null,
  value text not null,
  confidence smallint not null check (confidence between 0 and 100),
  support integer not null,
  counter_examples integer not null,
  accepted_at timestamptz not null,
  accepted_by text not null,
  unique (entity_type, dimension, feature, value)
);
