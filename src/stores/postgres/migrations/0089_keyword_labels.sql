-- What the words of a tracked keyword say for its project: whether it is branded depends on the project's own websites.
alter table tracked_keywords
  add column journey text,
  add column is_branded boolean,
  add column modifiers text[],
  -- Null: its words were not read yet, or are to be read again.
  add column labelled_at timestamptz;
create index tracked_keywords_unlabelled_idx on tracked_keywords (project_id, normalized_text) where labelled_at is null;
