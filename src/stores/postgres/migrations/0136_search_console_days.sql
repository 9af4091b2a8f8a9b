-- What was collected of Search Console: the days of a property that were read, and how the reading goes (docs/search-console.md).

-- A day that was never asked for has no row: gaps are gaps.
create table search_console_days (
  property_id text not null references search_console_properties (id) on delete cascade,
  type text not null check (type in ('web', 'image', 'video', 'news')),
  -- In Pacific time, as all days of Search Console.
  day date not null,
  -- `partial`: Google counts on. `failed`: it was never read. A later failure leaves what is there, and stands in `error`.
  state text not null check (state in ('partial', 'final', 'failed')),
  -- Google gave all the rows that it gives of a day: there are more.
  is_cut boolean not null default false,
  -- Of the property that day, with what has no name. Null: never read.
  totals_clicks bigint,
  totals_impressions bigint,
  -- The rows of this reading are the day: ClickHouse may still have older ones. Null: never read.
  fetched_at timestamptz,
  -- Of the last try, where it failed.
  error text,
  -- It is to be read again, though it is final, and since when.
  wanted_at timestamptz,
  primary key (property_id, type, day),
  check ((state = 'failed') = (fetched_at is null)),
  check ((fetched_at is null) = (totals_clicks is null) and (fetched_at is null) = (totals_impressions is null))
);
create index search_console_days_wanted_at_idx on search_console_days (property_id, type, day) where wanted_at is not null;

-- How the reading of a property goes.
create table search_console_syncs (
  property_id text not null references search_console_properties (id) on delete cascade,
  type text not null check (type in ('web', 'image', 'video', 'news')),
  status text not null check (status in ('waiting', 'running', 'paused', 'idle', 'failing')),
  -- Why it failed, and the one thing to do; of a pause why it waits.
  fault text,
  cause text,
  next_step text,
  paused_until timestamptz,
  -- Days that this run is to read, and has read.
  days_due integer not null default 0,
  days_done integer not null default 0,
  workflow_id text,
  began_at timestamptz,
  ended_at timestamptz,
  -- The project noon of the last daily run.
  daily_at timestamptz,
  primary key (property_id, type)
);
