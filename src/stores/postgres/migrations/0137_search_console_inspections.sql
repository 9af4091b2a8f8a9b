-- How many addresses of a property Google's index was asked about on a Pacific day: it answers 2,000 (docs/search-console.md).
create table search_console_inspections (
  property_id text not null references search_console_properties (id) on delete cascade,
  day date not null,
  used integer not null check (used >= 0),
  primary key (property_id, day)
);
create index search_console_inspections_day_idx on search_console_inspections (day);
