-- How people organize what a project tracks: tags, notes, stars and target pages (docs/keywords-organize.md).

create table tags (
  id text primary key,
  project_id text not null references projects (id),
  name text not null,
  -- A name of a color, so that every theme can show it legibly.
  color text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, id)
);
create unique index tags_name_key on tags (project_id, lower(name));

-- A keyword has its tags in every engine and channel in which the project tracks it.
create table keyword_tags (
  project_id text not null,
  keyword_id text not null references keywords (id),
  tag_id text not null,
  primary key (project_id, keyword_id, tag_id),
  foreign key (project_id, tag_id) references tags (project_id, id) on delete cascade
);
create index keyword_tags_tag_id_idx on keyword_tags (project_id, tag_id);

-- Beside `tracked_keywords`, which every check writes: these are written by people.
create table keyword_notes (
  project_id text not null references projects (id),
  keyword_id text not null references keywords (id),
  note text,
  is_starred boolean not null default false,
  target_url text,
  updated_at timestamptz not null,
  primary key (project_id, keyword_id)
);

-- Counts the edits of what a project tracks: a reader that has seen the number has seen the edits.
create table keyword_edits (
  project_id text primary key references projects (id),
  edits bigint not null
);

-- The keywords of a project that begin with a text.
create index tracked_keywords_text_idx on tracked_keywords (project_id, normalized_text text_pattern_ops, keyword_id);
