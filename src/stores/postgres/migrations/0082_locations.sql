-- Every place that the provider takes keywords for, by its own list, which is free and read once a month.

create table locations (
  location_code integer primary key,
  -- From the place up to its country.
  name text not null,
  -- ISO 3166, two letters.
  country text not null,
  -- By size: 0 country, 1 state, 2 region, 3 city, 4 county, 5 any other kind.
  rank smallint not null,
  -- The first part of the name as it is compared: without accents and case.
  head text not null,
  -- What it lies in, from the nearest to the two letters of its country, each behind a comma.
  above text not null,
  refreshed_at timestamptz not null
);
create index locations_rank_idx on locations (rank, head, location_code);
create index locations_country_idx on locations (country, above);

-- The name from each of its words on, so that every word is found by how it begins.
create table location_tails (
  tail text not null,
  location_code integer not null references locations (location_code) on delete cascade,
  primary key (location_code, tail)
);
create index location_tails_tail_idx on location_tails (tail text_pattern_ops);
