-- Facts beside positions that files of other trackers bring (docs/moving-in.md). They go with their import.
create table import_keywords (
  import_id text not null references imports (id) on delete cascade,
  keyword_id text not null,
  engine text not null,
  keyword text not null,
  device text not null,
  location_code integer not null,
  language_code text not null,
  tags text[] not null,
  starred boolean not null,
  -- Searches a month, as the other program had them; null: it had none.
  volume bigint,
  -- The day of that figure; null: not known.
  volume_day date,
  primary key (import_id, keyword_id, engine)
);

-- What people noted of a day in the other program, kept as annotations of the project.
create table import_notes (
  import_id text not null references imports (id) on delete cascade,
  number integer not null,
  day date not null,
  text text not null,
  primary key (import_id, number)
);
